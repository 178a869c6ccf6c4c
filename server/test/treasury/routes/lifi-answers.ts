import type { LiFiStep, StatusResponse, Token } from '@lifi/types';
import { type Address, encodeAbiParameters, type Hex, parseAbiParameters } from 'viem';
import { evmChains } from '../../../src/chains/evm/evm-chains.ts';
import { tokenDecimals } from '../../../src/lib/chains/registry.ts';
import { fixedRates } from '../../../src/treasury/prices/fixed-rates.ts';
import { lifiDiamond, nativeAddress } from '../../../src/treasury/routes/lifi/contracts.ts';
import type { QuoteInput } from '../../../src/treasury/routes/providers/provider.ts';

const bridgeParameters = parseAbiParameters([
  'BridgeData bridgeData, (address receiver, uint256 amount) bridgeOwn',
  'struct BridgeData { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
]);

export interface Bridged {
  sendingAssetId: Address;
  receiver: Address;
  minAmount: bigint;
  destinationChainId: bigint;
  hasSourceSwaps: boolean;
  hasDestinationCall: boolean;
}

/** The call of a bridge, as LI.FI's contract takes it: what all bridges have in common first, then the bridge's own. */
export function bridgeCall(given: Bridged): Hex {
  const common = {
    transactionId: `0x${'7a'.repeat(32)}`,
    bridge: 'across',
    integrator: 'lifi-api',
    referrer: nativeAddress,
  } as const;
  const own = { receiver: given.receiver, amount: given.minAmount };
  return `0xa1b2c3d4${encodeAbiParameters(bridgeParameters, [{ ...common, ...given }, own]).slice(2)}`;
}

export function bridgedFor({ from, to, units, recipient }: QuoteInput): Bridged {
  return {
    sendingAssetId: addressOf(from),
    receiver: recipient as Address,
    minAmount: units,
    destinationChainId: BigInt(factsOf(to).chainId),
    hasSourceSwaps: false,
    hasDestinationCall: false,
  };
}

/** A quote in the shape of @lifi/types, at our own rates less 0.1 %: the compiler compares them. */
export function quoteAnswer(input: QuoteInput, data = bridgeCall(bridgedFor(input))) {
  const { from, to, units, sender, recipient } = input;
  const worth = unitsWorth(input);
  const [fromToken, toToken] = [tokenOf(from), tokenOf(to)];
  const isNative = fromToken.address === nativeAddress;
  return {
    id: '3b8f9d6e-0000-4000-8000-000000000000:0',
    type: 'lifi',
    tool: 'across',
    toolDetails: { key: 'across', name: 'Across', logoURI: 'https://example.com/across.svg' },
    action: {
      fromChainId: fromToken.chainId,
      toChainId: toToken.chainId,
      fromToken,
      toToken,
      fromAmount: units.toString(),
      fromAddress: sender,
      toAddress: recipient,
      slippage: 0.003,
    },
    estimate: {
      tool: 'across',
      approvalAddress: lifiDiamond,
      fromAmount: units.toString(),
      toAmount: ((worth * 999n) / 1000n).toString(),
      toAmountMin: ((worth * 996n) / 1000n).toString(),
      executionDuration: 12.5,
      feeCosts: [feeOf(fromToken, units / 1000n), feeOf({ ...toToken, chainId: 1 as number }, 5n)],
    },
    includedSteps: [],
    transactionRequest: {
      to: lifiDiamond,
      from: sender,
      data,
      value: isNative ? `0x${units.toString(16)}` : '0x0',
      chainId: fromToken.chainId,
      gasPrice: '0x5f5e100',
      gasLimit: '0x61a80',
    },
  } satisfies LiFiStep;
}

function feeOf(token: Token, amount: bigint) {
  return {
    name: 'LIFI Fixed Fee',
    description: 'Fixed LIFI fee, independent of any other fee',
    percentage: '0.001',
    token,
    amount: amount.toString(),
    amountUSD: '0.03',
    included: true,
  };
}

type Status = Pick<StatusResponse, 'status' | 'substatus'>;

/** What LI.FI says of a transfer, with the transaction that it names. */
export function statusAnswer(
  word: Status,
  receiving?: { chainId: number; txHash: string; amount?: string },
): StatusResponse {
  const sending = { txHash: `0x${'11'.repeat(32)}`, chainId: 42161 as number, txLink: '' };
  if (!receiving) return { ...word, tool: 'across', sending, receiving: { chainId: 8453 as number } };
  return { ...word, tool: 'across', sending, receiving: { ...receiving, txLink: '' } } as StatusResponse;
}

function tokenOf(asset: QuoteInput['from']): Token {
  const { token, chain } = asset;
  const { chainId } = factsOf({ chain });
  const decimals = tokenDecimals(chain, token);
  return { address: addressOf(asset), chainId, symbol: token, name: token, decimals, priceUSD: '1' };
}

/** What is sent, in units of the token that arrives. */
function unitsWorth({ from, to, units }: QuoteInput): bigint {
  const rate = ({ token }: QuoteInput['from']) => fixedRates.usdPerToken(token) ?? 0n;
  const one = ({ chain, token }: QuoteInput['from']) => 10n ** BigInt(tokenDecimals(chain, token));
  return (units * rate(from) * one(to)) / (rate(to) * one(from));
}

function addressOf(asset: QuoteInput['from']): Address {
  return factsOf(asset).contracts[asset.token] ?? nativeAddress;
}

function factsOf({ chain }: Pick<QuoteInput['from'], 'chain'>) {
  if (chain === 'solana') throw new Error('Solana is no EVM chain');
  return evmChains[chain];
}
