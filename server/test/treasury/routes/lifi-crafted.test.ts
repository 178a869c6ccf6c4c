import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  pad,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lifiAbi } from '../../../../devnet/evm/contracts.ts';
import { newAddress, walletAt } from '../../../../devnet/test/values.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { feeReceiver, lifiDiamond } from '../../../src/treasury/routes/lifi/evm/contracts.ts';
import { createLifi } from '../../../src/treasury/routes/lifi/lifi.ts';
import type { QuoteInput, RouteProvider } from '../../../src/treasury/routes/providers/provider.ts';
import { type StandIn, startStandIn } from '../prices/stand-ins.ts';
import { type Bridges, quoted, startBridges } from './bridges.ts';
import { type Bridged, bridgeCall, bridgedFor, feeCall, plainCall, quoteAnswer } from './lifi-answers.ts';

/** LI.FI's service is believed in nothing: each of these offers is one that it, or somebody in its place, could make. */
let bridges: Bridges;
let server: StandIn;
let lifi: RouteProvider;
let usdc: Address;

beforeAll(async () => {
  [bridges, server] = [await startBridges('lifi-crafted'), await startStandIn()];
  lifi = createLifi({ chains: bridges.chains, clock: systemClock, origin: server.origin });
  usdc = bridges.devnet.tokens.arbitrum.USDC;
});
afterAll(async () => {
  await server.close();
  await bridges.stop();
});

const units = 9_000_000_000n;
const thief = newAddress();
const input: QuoteInput = {
  from: { chain: 'arbitrum', token: 'USDC' },
  to: { chain: 'base', token: 'USDC' },
  units,
  sender: walletAt(0).address,
  recipient: newAddress(),
};

function offered(data: Hex, answer = quoteAnswer(input, data)) {
  server.json(answer);
  return lifi.quote(input);
}

/** Another function of LI.FI's contract, in whose arguments our own structure lies where a careless reader finds it. */
function plantedSwap(): Hex {
  const parameters = parseAbiParameters([
    'bytes32 transactionId, string integrator, string referrer, address receiver, uint256 least, Swap swap',
    'struct Swap { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
  ]);
  const selector = toFunctionSelector(
    'swapTokensSingleV3ERC20ToERC20(bytes32,string,string,address,uint256,(address,address,address,address,uint256,bytes,bool))',
  );
  const { swap } = bridgedFor(input);
  const argumentsWith = (offset: number) =>
    encodeAbiParameters(parameters, [pad(`0x${offset.toString(16)}`), '', '', thief, 1n, swap]).slice(2);
  const length = argumentsWith(1).length / 2;
  // Behind the selector and three offsets.
  const planted = bridgeCall(bridgedFor(input)).slice(2 + 8 + 3 * 64);
  return `${selector}${argumentsWith(length)}${planted}`;
}

const changed = (change: (bridged: Bridged) => Partial<Bridged>): Hex => {
  const bridged = bridgedFor(input);
  return bridgeCall({ ...bridged, ...change(bridged) });
};
const changedBridge = (change: Partial<Bridged['bridge']>) =>
  changed(({ bridge }) => ({ bridge: { ...bridge, ...change } }));
const changedAcross = (change: Partial<Bridged['across']>) =>
  changed(({ across }) => ({ across: { ...across, ...change } }));
const changedSwap = (change: (swap: Bridged['swap']) => Partial<Bridged['swap']>) =>
  changed(({ swap }) => ({ swap: { ...swap, ...change(swap) } }));
const toThief = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [thief, units] });
const approveThief = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [thief, units] });

/** The same values, with the last dynamic part moved behind 32 empty bytes. */
function movedOffset(data: Hex): Hex {
  const [head, body] = [data.slice(0, 10), data.slice(10)];
  const lastOffset = Number(BigInt(`0x${body.slice(128, 192)}`));
  const moved = (lastOffset + 32).toString(16).padStart(64, '0');
  const [before, after] = [body.slice(192, lastOffset * 2), body.slice(lastOffset * 2)];
  return `${head}${body.slice(0, 128)}${moved}${before}${'0'.repeat(64)}${after}` as Hex;
}

const crafted: [string, () => Hex, RegExp][] = [
  ['another function that pays a thief', plantedSwap, /not one of those that are known/],
  ['another selector', () => `0xa1b2c3d4${changedBridge({}).slice(10)}`, /not one of those/],
  ['trailing bytes', () => `${changedBridge({})}00`, /not one of those/],
  ['a trailing word', () => `${changedBridge({})}${pad(thief).slice(2)}`, /not one of those/],
  ['offsets that are not canonical', () => movedOffset(changedBridge({})), /not one of those/],
  ['dirty bytes before an address', () => dirty(changedBridge({})), /not one of those/],
  ['another receiver', () => bridgeCall(bridgedFor({ ...input, recipient: thief })), /pays 0x/],
  ['a receiver in a second field', () => changedAcross({ receiverAddress: pad(thief) }), /in a second field/],
  [
    'a receiver longer than an address',
    () => changedAcross({ receiverAddress: `0x01${pad(thief).slice(4)}` }),
    /no address/,
  ],
  ['a thief who gets the money back', () => changedAcross({ refundAddress: pad(thief) }), /give money back/],
  ['a message for the other chain', () => changedAcross({ message: '0x00' }), /on the other chain/],
  ['a call on the other chain', () => changedBridge({ hasDestinationCall: true }), /on the other chain/],
  ['another chain', () => changedBridge({ destinationChainId: 10n }), /another chain/],
  ['another bridge', () => changedBridge({ bridge: 'relay' }), /for the bridge relay/],
  [
    'another token in a second field',
    () => changedAcross({ sendingAssetId: pad(thief) }),
    /two different tokens/,
  ],
  ['another result', () => changedAcross({ receivingAssetId: pad(thief) }), /pays another token/],
  [
    'a result of nearly nothing',
    () => changedAcross({ outputAmountMultiplier: 1n }),
    /accepts nothing|not what it says/,
  ],
  [
    'a result that nobody would pay',
    () => changedAcross({ outputAmountMultiplier: 2n * 10n ** 18n }),
    /promises more/,
  ],
  ['a deadline in ten years', () => changedAcross({ fillDeadline: 2_100_000_000 }), /deadline/],
  [
    'a larger amount',
    () => bridgeCall(bridgedFor({ ...input, units: units + 1n })),
    /takes 9000000001 units/,
  ],
  [
    'a larger amount without a fee',
    () => plainCall(bridgedFor({ ...input, units: 2n * units })),
    /takes 18000000000/,
  ],
  [
    'a nested exchange that pays a thief',
    () => changedSwap(() => ({ callTo: usdc, callData: toThief })),
    /exchange at/,
  ],
  ['an approval of a thief', () => changedSwap(() => ({ approveTo: thief })), /approves 0x/],
  ['an approval within the fee', () => changedSwap(() => ({ callData: approveThief })), /cannot be read/],
  [
    'trailing bytes behind the fee',
    () => changedSwap(({ callData }) => ({ callData: `${callData}00` })),
    /cannot be read/,
  ],
  ['an exchange of tokens', () => changedSwap(() => ({ receivingAssetId: thief })), /exchanges tokens/],
  ['a fee for a thief', () => withFee([{ recipient: thief, amount: 9_000_000n }]), /fee is paid to/],
  [
    'a second fee for a thief',
    () =>
      withFee([
        { recipient: feeReceiver, amount: 4_500_000n },
        { recipient: thief, amount: 4_500_000n },
      ]),
    /fee is paid to/,
  ],
  [
    'a fee that is more than it says',
    () => withFee([{ recipient: feeReceiver, amount: 9_000_001n }]),
    /are not the amount/,
  ],
  [
    'a second exchange',
    () => bridgeCall(bridgedFor(input), [bridgedFor(input).swap, bridgedFor(input).swap]),
    /makes 2 exchanges/,
  ],
  ['no exchange at all', () => bridgeCall(bridgedFor(input), []), /makes 0 exchanges/],
  ['a fee without its deposit', () => changedSwap(() => ({ requiresDeposit: false })), /are not the amount/],
];

function withFee(shares: Parameters<typeof feeCall>[1]): Hex {
  return changedSwap(() => ({ callData: feeCall(usdc, shares) }));
}

/** One byte of the padding of the token's address set, which Solidity's decoder may accept or refuse. */
function dirty(data: Hex): Hex {
  const at = data.indexOf(usdc.slice(2).toLowerCase());
  return `${data.slice(0, at - 2)}01${data.slice(at)}` as Hex;
}

describe('an offer with', () => {
  it.each(crafted)('%s is refused in words', async (_name, data, why) => {
    expect(await offered(data())).toEqual({ refused: 'not_allowed', text: expect.stringMatching(why) });
  });

  it.each(crafted)('%s is not built from a stored quote either', async (_name, data, why) => {
    const quote = quoted(await offered(bridgeCall(bridgedFor(input))));
    const stored = { ...quote, notes: { ...quote.notes, data: data() } };
    await expect(lifi.build(stored)).rejects.toThrow(
      why.source.includes('not what it says') ? /less|nothing/ : why,
    );
  });

  it('native money on top is refused', async () => {
    const { transactionRequest, ...rest } = quoteAnswer(input);
    const answer = { ...rest, transactionRequest: { ...transactionRequest, value: '0x1' } };
    expect(await offered('0x', answer)).toMatchObject({
      refused: 'not_allowed',
      text: expect.stringContaining('native money'),
    });
  });

  it('fees above the cap is refused, whatever it says of them', async () => {
    const amount = (units * 51n) / 10_000n;
    const { bridge, swap, across } = bridgedFor(input);
    const callData = feeCall(usdc, [{ recipient: feeReceiver, amount }]);
    const data = bridgeCall({
      bridge: { ...bridge, minAmount: units - amount },
      swap: { ...swap, callData },
      across: { ...across, outputAmountMultiplier: 10n ** 18n },
    });
    const said = (units - amount).toString();
    const { estimate, ...rest } = quoteAnswer(input, data);
    const answer = { ...rest, estimate: { ...estimate, toAmount: said, toAmountMin: said, feeCosts: [] } };
    expect(await offered(data, answer)).toEqual({
      refused: 'not_allowed',
      text: 'LI.FI’s fees are above the limit of 0.5 %.',
    });
  });
});

describe('a rehearsal of the call', () => {
  const on = () => bridges.devnet.on('arbitrum');
  const transact = (to: Address, data: Hex) => on().transact({ to, data });
  const approve = (amount: bigint) => {
    const args = [lifiDiamond, amount] as const;
    return transact(usdc, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }));
  };
  const crooked = (stolen: bigint) => {
    const args = [thief, stolen] as const;
    return transact(lifiDiamond, encodeFunctionData({ abi: lifiAbi, functionName: 'setCrooked', args }));
  };

  it('accounts for every unit, and tells of one that goes to a thief', async () => {
    const quote = quoted(await offered(bridgeCall(bridgedFor(input))));
    const call = await lifi.build(quote);
    await approve(units);
    expect(await lifi.rehearse?.(call, quote)).toBeNull();
    await crooked(1n);
    expect(await lifi.rehearse?.(call, quote)).toBe(
      'It would change the bridge’s by 8990999999 units instead of 8991000000.',
    );
    await crooked(0n);
    expect(await bridges.held('arbitrum', thief)).toBe(0n);
    await bridges.send(call);
    expect(await bridges.held('arbitrum', feeReceiver)).toBe(9_000_000n);
  });

  it('accounts for a call without a fee too', async () => {
    const quote = quoted(await offered(plainCall(bridgedFor(input))));
    await approve(units);
    expect(await lifi.rehearse?.(await lifi.build(quote), quote)).toBeNull();
  });

  it('fails when the call would', async () => {
    const quote = quoted(await offered(bridgeCall(bridgedFor(input))));
    await approve(0n);
    await expect(lifi.rehearse?.(await lifi.build(quote), quote)).rejects.toThrow();
  });
});
