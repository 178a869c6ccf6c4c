import type { SubstatusFailed, SubstatusPending } from '@lifi/types';
import { encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { multicall, multicallAbi, tokenAbi } from '../../../../devnet/evm/contracts.ts';
import { newAddress, walletAt } from '../../../../devnet/test/values.ts';
import type { ChainId, Token } from '../../../src/lib/chains/registry.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { createLifi } from '../../../src/treasury/routes/lifi/lifi.ts';
import type { QuoteInput, RouteProvider } from '../../../src/treasury/routes/providers/provider.ts';
import { type StandIn, startStandIn } from '../prices/stand-ins.ts';
import { type Bridges, quoted, startBridges, vault } from './bridges.ts';
import { bridgeCall, bridgedFor, plainCall, quoteAnswer, statusAnswer } from './lifi-answers.ts';

let bridges: Bridges;
let server: StandIn;
let lifi: RouteProvider;

beforeAll(async () => {
  [bridges, server] = [await startBridges('lifi'), await startStandIn()];
  lifi = createLifi({ chains: bridges.chains, clock: systemClock, origin: server.origin });
});
afterAll(async () => {
  await server.close();
  await bridges.stop();
});
beforeEach(() => {
  server.asked.length = 0;
});

const diamond = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE';
const sender = walletAt(0).address;
const asset = (chain: ChainId, token: Token = 'USDC') => ({ chain, token });
const input: QuoteInput = {
  from: asset('arbitrum'),
  to: asset('base'),
  units: 30_000_000n,
  sender,
  recipient: newAddress(),
};

function ask(answer: unknown, asked = input) {
  server.json(answer);
  return lifi.quote(asked);
}

describe('a quote', () => {
  it('asks for exactly this, and becomes one call of LI.FI’s contract with the exact allowance', async () => {
    const quote = quoted(await ask(quoteAnswer(input)));
    const url = new URL(server.asked[0] ?? '', server.origin);
    expect(url.pathname).toBe('/v1/quote');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      fromChain: '42161',
      toChain: '8453',
      fromToken: bridges.devnet.tokens.arbitrum.USDC,
      toToken: bridges.devnet.tokens.base.USDC,
      fromAmount: '30000000',
      fromAddress: sender,
      toAddress: input.recipient,
      slippage: '0.003',
      order: 'CHEAPEST',
      allowBridges: 'across',
      allowDestinationCall: 'false',
    });
    expect(quote).toMatchObject({
      expectedUnits: 29_940_030n,
      leastUnits: 29_940_030n,
      feeUnits: 30_000n,
      expectedSeconds: 13,
    });
    const token = bridges.devnet.tokens.arbitrum.USDC;
    expect(await lifi.build(quote)).toEqual({
      chain: 'arbitrum',
      to: diamond,
      data: quote.notes['data'],
      value: 0n,
      approval: { token, spender: diamond, units: 30_000_000n },
    });
  });

  it('may be a call without LI.FI’s fee', async () => {
    const bridged = bridgedFor(input);
    const answer = quoteAnswer(input, plainCall(bridged));
    const quote = quoted(await ask(answer));
    expect(quote).toMatchObject({ leastUnits: bridged.across.outputAmount, feeUnits: 30_000n });
    expect(await lifi.read?.(await lifi.build(quote))).toEqual({
      tokenIn: bridges.devnet.tokens.arbitrum.USDC,
      tokenOut: bridges.devnet.tokens.base.USDC.toLowerCase(),
      units: input.units,
      leastUnits: bridged.across.outputAmount,
      recipient: input.recipient.toLowerCase(),
    });
  });

  const attacker = newAddress();
  const usual = quoteAnswer(input);
  const { action, estimate, transactionRequest: request } = usual;
  const wrong: [string, unknown][] = [
    ['target', { ...usual, transactionRequest: { ...request, to: attacker } }],
    ['spender', { ...usual, estimate: { ...estimate, approvalAddress: attacker } }],
    ['recipient', { ...usual, action: { ...action, toAddress: attacker } }],
    ['sender', { ...usual, action: { ...action, fromAddress: attacker } }],
    ['sender of the call', { ...usual, transactionRequest: { ...request, from: attacker } }],
    ['token', { ...usual, action: { ...action, fromToken: { ...action.fromToken, address: attacker } } }],
    ['result', { ...usual, action: { ...action, toToken: { ...action.toToken, address: attacker } } }],
    ['amount', { ...usual, action: { ...action, fromAmount: '30000001' } }],
    ['estimated amount', { ...usual, estimate: { ...estimate, fromAmount: '1' } }],
    ['chain', { ...usual, action: { ...action, toChainId: 10 } }],
    ['chain of the call', { ...usual, transactionRequest: { ...request, chainId: 1 } }],
    ['value', { ...usual, transactionRequest: { ...request, value: '0x1' } }],
    ['least', { ...usual, estimate: { ...estimate, toAmountMin: '0' } }],
    ['order of amounts', { ...usual, estimate: { ...estimate, toAmountMin: '29940031' } }],
    [
      'result than its call',
      { ...usual, estimate: { ...estimate, toAmount: '29940031', toAmountMin: '29940031' } },
    ],
    [
      'promise than its call',
      { ...usual, estimate: { ...estimate, toAmount: '29940029', toAmountMin: '29940029' } },
    ],
    ['duration', { ...usual, estimate: { ...estimate, executionDuration: null } }],
    ['nothing', { message: 'ok' }],
    ['list', []],
  ];
  it.each(wrong)('with another %s is refused', async (_name, answer) => {
    expect(await ask(answer)).toMatchObject({
      refused: 'not_allowed',
      text: expect.stringMatching(/^LI\.FI’s quote was refused: .+\.$/),
    });
  });

  it('with fees above the cap is refused', async () => {
    const [fee] = estimate.feeCosts;
    const costs = { ...estimate, feeCosts: [{ ...fee, amount: '150001' }] };
    expect(await ask({ ...usual, estimate: costs })).toMatchObject({ refused: 'not_allowed' });
  });

  it('that changed since it was checked is not built', async () => {
    const quote = quoted(await ask(usual));
    const bridged = bridgedFor({ ...input, recipient: attacker });
    const changed = { ...quote, notes: { ...quote.notes, data: bridgeCall(bridged) } };
    await expect(lifi.build(changed)).rejects.toThrow('pays');
    const dearer = { ...quote, leastUnits: quote.expectedUnits + 1n };
    await expect(lifi.build(dearer)).rejects.toThrow('accepts less');
  });
});

describe('what is refused without asking', () => {
  it.each([
    ['one chain', { to: asset('arbitrum') }, 'no_way'],
    ['Solana', { to: asset('solana') }, 'unavailable'],
    ['a chain that is not set up', { from: asset('bsc') }, 'unavailable'],
    ['native money', { from: asset('arbitrum', 'ETH') }, 'no_way'],
    ['native money as the result', { to: asset('base', 'ETH') }, 'no_way'],
    ['a token that is not there', { to: asset('base', 'USDT') }, 'no_way'],
    ['nothing', { units: 0n }, 'too_small'],
    ['a recipient that is no address', { recipient: 'vault' }, 'not_allowed'],
  ] as const)('%s', async (_name, changed, refused) => {
    const answer = await lifi.quote({ ...input, ...changed });
    expect(answer).toEqual({ refused, text: expect.stringMatching(/\.$/) });
    expect(server.asked).toEqual([]);
  });
});

type Answer = Parameters<StandIn['answer']>[0];
const json = { 'content-type': 'application/json' };
const page: Answer = (_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>');
const typeless: Answer = (_request, response) =>
  response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(quoteAnswer(input)));
const huge: Answer = (_request, response) =>
  response.writeHead(200, json).end(JSON.stringify({ ...quoteAnswer(input), pad: ' '.repeat(1024 * 1024) }));
const limited: Answer = (_request, response) => response.writeHead(429, json).end('{"message":"slow down"}');
const cut: Answer = (_request, response) => response.writeHead(200, json).end('{"status":"DO');
const closed: Answer = (_request, response) => response.destroy();

describe('answers that are none', () => {
  it.each([
    ['HTML', page],
    ['another content type', typeless],
    ['huge', huge],
    ['429', limited],
    ['cut off', cut],
    ['a closed connection', closed],
  ])('%s: no quote, and a status that is unknown', async (_name, answer) => {
    const quote = quoted(await ask(quoteAnswer(input)));
    const sent = await bridges.send(await lifi.build(quote));
    server.answer(answer);
    expect(await lifi.quote(input)).toMatchObject({ refused: 'unavailable' });
    expect(await lifi.status(quote, sent)).toMatchObject({ state: 'unknown', text: expect.any(String) });
  });

  it('none in time is the same', async () => {
    const impatient = createLifi({
      chains: bridges.chains,
      clock: systemClock,
      origin: server.origin,
      deadlineMs: 50,
    });
    const quote = quoted(await ask(quoteAnswer(input)));
    const sent = await bridges.send(await lifi.build(quote));
    server.answer(() => {});
    expect(await impatient.quote(input)).toMatchObject({ refused: 'unavailable' });
    expect(await impatient.status(quote, sent)).toMatchObject({ state: 'unknown' });
  });

  it('404 is a way that LI.FI does not know', async () => {
    server.answer((_request, response) => response.writeHead(404, json).end('{"code":1002}'));
    expect(await lifi.quote(input)).toMatchObject({ refused: 'no_liquidity' });
  });
});

describe('a transfer', () => {
  const [here, there] = [42161, 8453];

  async function sent() {
    const quote = quoted(await ask(quoteAnswer(input)));
    const hash = await bridges.send(await lifi.build(quote));
    return { quote, hash, status: () => lifi.status(quote, hash) };
  }
  const done = (
    substatus: 'COMPLETED' | 'PARTIAL' | 'REFUNDED',
    chainId: number,
    txHash: string,
    amount = '1',
  ) => server.json(statusAnswer({ status: 'DONE', substatus }, { chainId, txHash, amount }));
  /** As a bridge pays. */
  const pay = (units: bigint, to = input.recipient as Hex) =>
    bridges.devnet.pay({ chain: 'base', token: 'USDC', to, units, from: walletAt(3) });

  it('arrives with what the chain of the result shows, when that is final', async () => {
    const { hash, status } = await sent();
    const paid = await pay(29_900_000n);
    done('COMPLETED', there, paid, '99999999');
    expect(await status()).toEqual({ state: 'waiting' });
    const url = new URL(server.asked.at(-1) ?? '', server.origin);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      txHash: hash,
      fromChain: '42161',
      toChain: '8453',
      bridge: 'across',
    });
    await bridges.settle('base');
    expect(await status()).toEqual({
      state: 'arrived',
      transactionHash: paid,
      logIndex: 0,
      units: 29_900_000n,
    });
  });

  it('that arrived in part counts with that part, and as another token is for a person', async () => {
    const { status } = await sent();
    const part = await pay(12_000_000n);
    const other = await bridges.devnet.pay({
      chain: 'base',
      token: 'ETH',
      to: walletAt(6).address,
      units: 1n,
    });
    await bridges.settle('base');
    done('PARTIAL', there, part);
    expect(await status()).toMatchObject({ state: 'arrived', units: 12_000_000n });
    done('PARTIAL', there, other);
    expect(await status()).toMatchObject({
      state: 'unknown',
      text: expect.stringContaining('did not pay USDC'),
    });
  });

  it('that was refunded is back when the chain of its start shows it', async () => {
    const token = { chain: 'arbitrum', token: 'USDC', to: sender, from: walletAt(4) } as const;
    const funding = await bridges.devnet.pay({ ...token, units: 30_000_000n });
    const { status } = await sent();
    done('REFUNDED', here, funding);
    expect(await status()).toMatchObject({ state: 'unknown', text: expect.stringContaining('is older') });
    const back = await bridges.devnet.pay({ ...token, units: 29_000_000n });
    done('REFUNDED', here, back);
    expect(await status()).toEqual({ state: 'waiting' });
    await bridges.settle('arbitrum');
    expect(await status()).toEqual({ state: 'returned', transactionHash: back, units: 29_000_000n });
  });

  it('that reverted left the money where it was', async () => {
    const { quote } = await sent();
    const reverted = await bridges.devnet.payInVain({ chain: 'arbitrum', token: 'USDC', to: newAddress() });
    await bridges.settle('arbitrum');
    const answer = { state: 'returned', transactionHash: reverted, units: input.units };
    expect(await lifi.status(quote, reverted)).toEqual(answer);
  });

  it('is told apart from others in its transaction, and from our own transactions', async () => {
    const { status } = await sent();
    const mint = (target: Hex, units: bigint) => ({
      target,
      callData: encodeFunctionData({
        abi: tokenAbi,
        functionName: 'mint',
        args: [input.recipient as Hex, units],
      }),
      allowFailure: false,
    });
    const together = (...calls: ReturnType<typeof mint>[]) => {
      const data = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [calls] });
      return bridges.devnet.on('base').transact({ to: multicall, data });
    };
    const { USDC } = bridges.devnet.tokens.base;
    const several = await together(mint(USDC, 5n), mint(USDC, 7n), mint(USDC, 7n));
    const ours = await together(mint(USDC, 5n), mint(vault, 1n));
    await bridges.settle('base');
    done('COMPLETED', there, several, '5');
    expect(await status()).toMatchObject({ state: 'arrived', units: 5n });
    for (const amount of ['7', '12']) {
      done('COMPLETED', there, several, amount);
      expect(await status()).toMatchObject({ state: 'unknown' });
    }
    done('COMPLETED', there, ours, '5');
    expect(await status()).toMatchObject({ state: 'unknown', text: expect.stringContaining('is our own') });
  });

  it('is not believed to have arrived by anything else', async () => {
    const early = await pay(1n);
    await bridges.devnet.mine('base', 1, new Date(Date.now() + 3_600_000));
    await bridges.devnet.mine('arbitrum', 1, new Date(Date.now() + 3_600_000));
    const { status } = await sent();
    const elsewhere = await pay(29_900_000n, newAddress());
    const failed = await bridges.devnet.payInVain({ chain: 'base', token: 'USDC', to: newAddress() });
    await bridges.settle('base');
    for (const [hash, why] of [
      [early, 'is older'],
      [elsewhere, 'did not pay USDC'],
      [failed, 'failed'],
      ['0x12', 'names no transaction'],
    ] as const) {
      done('COMPLETED', there, hash);
      expect(await status()).toMatchObject({ state: 'unknown', text: expect.stringContaining(why) });
    }
    done('COMPLETED', 10, elsewhere);
    expect(await status()).toMatchObject({
      state: 'unknown',
      text: expect.stringContaining('another chain'),
    });
    done('COMPLETED', there, `0x${'34'.repeat(32)}`);
    expect(await status()).toEqual({ state: 'waiting' });
  });
});

describe('every word of LI.FI', () => {
  /** The compiler sees to it that none is missing. */
  const pending: Record<SubstatusPending, 'waiting' | 'unknown'> = {
    WAIT_SOURCE_CONFIRMATIONS: 'waiting',
    WAIT_DESTINATION_TRANSACTION: 'waiting',
    BRIDGE_NOT_AVAILABLE: 'waiting',
    CHAIN_NOT_AVAILABLE: 'waiting',
    REFUND_IN_PROGRESS: 'waiting',
    UNKNOWN_ERROR: 'unknown',
    INTENT_AWAITING_FUNDS: 'waiting',
    INTENT_READY: 'waiting',
    INTENT_EXECUTING: 'waiting',
    INTENT_FAILED_RETRYABLE: 'waiting',
    INTENT_SIMULATION_FAILURE: 'waiting',
  };
  const failed: Record<SubstatusFailed, true> = {
    INSUFFICIENT_ALLOWANCE: true,
    INSUFFICIENT_BALANCE: true,
    OUT_OF_GAS: true,
    EXPIRED: true,
    SLIPPAGE_EXCEEDED: true,
    UNKNOWN_FAILED_ERROR: true,
  };

  it('is a state of the route', async () => {
    const quote = quoted(await ask(quoteAnswer(input)));
    const hash = await bridges.send(await lifi.build(quote));
    const stateOf = async (answer: unknown) => {
      server.json(answer);
      return (await lifi.status(quote, hash)).state;
    };
    expect(await stateOf(statusAnswer({ status: 'NOT_FOUND' }))).toBe('waiting');
    expect(await stateOf(statusAnswer({ status: 'INVALID' }))).toBe('unknown');
    expect(await stateOf(statusAnswer({ status: 'PENDING' }))).toBe('waiting');
    for (const [substatus, state] of Object.entries(pending))
      expect(await stateOf({ ...statusAnswer({ status: 'PENDING' }), substatus }), substatus).toBe(state);
    for (const substatus of Object.keys(failed))
      expect(await stateOf({ ...statusAnswer({ status: 'FAILED' }), substatus }), substatus).toBe('unknown');
    expect(await stateOf({ status: 'DONE', substatus: 'SOMETHING_NEW' })).toBe('unknown');
    expect(await stateOf({ status: 'ON_HOLD' })).toBe('unknown');
    expect(await stateOf({ status: 7 })).toBe('unknown');
    expect(await lifi.status(quote, `0x${'56'.repeat(32)}`)).toEqual({ state: 'waiting' });
  });
});
