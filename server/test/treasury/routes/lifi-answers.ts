import type { LiFiStep, StatusResponse, Token } from '@lifi/types';
import { type Address, encodeFunctionData, type Hex, pad, zeroAddress, zeroHash } from 'viem';
import { evmChains } from '../../../src/chains/evm/evm-chains.ts';
import { tokenDecimals } from '../../../src/lib/chains/registry.ts';
import {
  bridgeAbi,
  feeAbi,
  feeForwarder,
  feeReceiver,
  lifiDiamond,
} from '../../../src/treasury/routes/lifi/evm/contracts.ts';
import type { QuoteInput } from '../../../src/treasury/routes/providers/provider.ts';

/** LI.FI's own fee and the relayer's, in thousandths each. */
const kept = 1n;
const hourSeconds = 3600;

/** The arguments of LI.FI's function that takes its fee, then bridges by Across: what its real offers call. */
export function bridgedFor(input: QuoteInput, nowMs = Date.now()) {
  const { from, to, units, recipient, sender } = input;
  const [token, toToken] = [addressOf(from), addressOf(to)];
  const fee = (units * kept) / 1000n;
  const now = Math.floor(nowMs / 1000);
  return {
    bridge: {
      transactionId: `0x${'7a'.repeat(32)}` as Hex,
      bridge: 'across',
      integrator: 'lifi-api',
      referrer: zeroAddress as Address,
      sendingAssetId: token,
      receiver: recipient as Address,
      minAmount: units - fee,
      destinationChainId: BigInt(factsOf(to).chainId),
      hasSourceSwaps: true,
      hasDestinationCall: false,
    },
    swap: {
      callTo: feeForwarder,
      approveTo: feeForwarder,
      sendingAssetId: token,
      receivingAssetId: token,
      fromAmount: units,
      callData: feeCall(token, [{ recipient: feeReceiver, amount: fee }]),
      requiresDeposit: true,
    },
    across: {
      receiverAddress: pad(recipient as Address),
      refundAddress: pad(sender as Address),
      sendingAssetId: pad(token),
      receivingAssetId: pad(toToken),
      outputAmount: outputOf(input),
      outputAmountMultiplier: multiplierOf(input),
      exclusiveRelayer: zeroHash as Hex,
      quoteTimestamp: now,
      fillDeadline: now + hourSeconds,
      exclusivityParameter: 0,
      message: '0x' as Hex,
    },
  };
}

export type Bridged = ReturnType<typeof bridgedFor>;

export function feeCall(token: Address, shares: readonly { recipient: Address; amount: bigint }[]): Hex {
  return encodeFunctionData({ abi: feeAbi, functionName: 'forwardERC20Fees', args: [token, shares] });
}

/** `swaps` in place of the one that takes the fee. */
export function bridgeCall(
  { bridge, swap, across }: Bridged,
  swaps: readonly Bridged['swap'][] = [swap],
): Hex {
  return encodeFunctionData({
    abi: bridgeAbi,
    functionName: 'swapAndStartBridgeTokensViaAcrossV4',
    args: [bridge, swaps, across],
  });
}

/** The other function, of the whole amount without a fee. */
export function plainCall({ bridge, swap, across }: Bridged): Hex {
  const whole = { ...bridge, minAmount: swap.fromAmount, hasSourceSwaps: false };
  return encodeFunctionData({
    abi: bridgeAbi,
    functionName: 'startBridgeTokensViaAcrossV4',
    args: [whole, across],
  });
}

/** What Across pays. */
function outputOf(input: QuoteInput): bigint {
  const { units } = input;
  return ((units - (units * kept) / 1000n) * multiplierOf(input)) / 10n ** 18n;
}

function multiplierOf({ from, to }: QuoteInput): bigint {
  const one = ({ chain, token }: QuoteInput['from']) => 10n ** BigInt(tokenDecimals(chain, token));
  return (10n ** 18n * one(to) * (1000n - kept)) / (one(from) * 1000n);
}

/** A quote in the shape of @lifi/types: the compiler compares them. */
export function quoteAnswer(input: QuoteInput, data = bridgeCall(bridgedFor(input))) {
  const { from, to, units, sender, recipient } = input;
  const [fromToken, toToken] = [tokenOf(from), tokenOf(to)];
  const output = outputOf(input).toString();
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
      toAmount: output,
      toAmountMin: output,
      executionDuration: 12.5,
      feeCosts: [feeOf(fromToken, units / 1000n), feeOf({ ...toToken, chainId: 1 as number }, 5n)],
    },
    includedSteps: [],
    transactionRequest: {
      to: lifiDiamond,
      from: sender,
      data,
      value: '0x0',
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

function addressOf(asset: QuoteInput['from']): Address {
  return (factsOf(asset).contracts[asset.token] ?? zeroAddress) as Address;
}

function factsOf({ chain }: Pick<QuoteInput['from'], 'chain'>) {
  if (chain === 'solana') throw new Error('Solana is no EVM chain');
  return evmChains[chain];
}
