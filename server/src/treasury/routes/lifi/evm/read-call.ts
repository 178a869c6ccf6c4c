import type { Abi, Address, Hex } from 'viem';
import { decodeFunctionData, encodeFunctionData } from 'viem/utils';
import { addressIn } from '../../../../chains/rpc/hex.ts';
import { bridgeAbi, bridgeName, feeAbi, feeForwarder, feeReceiver } from './contracts.ts';

/** What a call of LI.FI's contract does, down to the last unit. */
export interface BridgeCall {
  token: Address;
  /** Taken from the caller: what is bridged and LI.FI's fee. */
  units: bigint;
  bridgedUnits: bigint;
  feeUnits: bigint;
  toChainId: bigint;
  toToken: Address;
  /** Across pays exactly this much, or returns the money. */
  outputUnits: bigint;
  receiver: Address;
  /** Gets the money back if nobody delivers it, and could change the receiver by a signature until then. */
  depositor: Address;
  /** Seconds since 1970. The money is returned some time after it. */
  fillDeadline: number;
}

/** Across's multiplier for calls that take a fee first: what is left times this is paid. */
const wholeMultiplier = 10n ** 18n;

/**
 * Throws, in words, for calls that are not exactly one of the two functions we know, with nothing in them but the
 * bridge and LI.FI's fee.
 */
export function readBridgeCall(data: Hex): BridgeCall {
  const call = decodeExactly(bridgeAbi, data);
  if (!call) throw new Error('its call is not one of those that are known');
  const [bridge] = call.args;
  const across = call.args.length === 2 ? call.args[1] : call.args[2];
  const swaps = call.args.length === 2 ? null : call.args[1];
  const token = bridge.sendingAssetId;
  if (bridge.bridge !== bridgeName)
    throw new Error(`its call is for the bridge ${bridge.bridge.slice(0, 40)}`);
  if (bridge.hasDestinationCall || across.message !== '0x')
    throw new Error('its call would call a contract on the other chain');
  if (bridge.hasSourceSwaps !== (swaps !== null))
    throw new Error('its call contradicts itself about exchanges');
  const receiver = shortAddress(across.receiverAddress);
  if (!isSame(receiver, bridge.receiver)) throw new Error(`its call pays ${receiver} in a second field`);
  if (!isSame(shortAddress(across.sendingAssetId), token))
    throw new Error('its call sends two different tokens');
  const feeUnits = swaps === null ? 0n : feeIn(swaps, token, bridge.minAmount);
  return {
    token,
    units: bridge.minAmount + feeUnits,
    bridgedUnits: bridge.minAmount,
    feeUnits,
    toChainId: bridge.destinationChainId,
    toToken: shortAddress(across.receivingAssetId),
    outputUnits:
      swaps === null
        ? across.outputAmount
        : (bridge.minAmount * across.outputAmountMultiplier) / wholeMultiplier,
    receiver,
    depositor: shortAddress(across.refundAddress),
    fillDeadline: across.fillDeadline,
  };
}

type Swap = Extract<
  ReturnType<typeof decodeFunctionData<typeof bridgeAbi>>,
  { functionName: 'swapAndStartBridgeTokensViaAcrossV4' }
>['args'][1][number];

/** LI.FI takes its fee as if by an exchange of the token for itself. No other exchange is allowed: Uniswap does those. */
function feeIn(swaps: readonly Swap[], token: Address, bridgedUnits: bigint): bigint {
  const [swap, ...more] = swaps;
  if (!swap || more.length > 0) throw new Error(`its call makes ${swaps.length} exchanges`);
  if (!isSame(swap.callTo, feeForwarder)) throw new Error(`its call makes an exchange at ${swap.callTo}`);
  if (!isSame(swap.approveTo, feeForwarder)) throw new Error(`its call approves ${swap.approveTo}`);
  if (!isSame(swap.sendingAssetId, token) || !isSame(swap.receivingAssetId, token))
    throw new Error('its call exchanges tokens');
  const fees = decodeExactly(feeAbi, swap.callData);
  if (!fees) throw new Error('its fee cannot be read');
  const [feeToken, shares] = fees.args;
  const other = shares.find(({ recipient }) => !isSame(recipient, feeReceiver));
  if (other) throw new Error(`its fee is paid to ${other.recipient}`);
  const feeUnits = shares.reduce((sum, { amount }) => sum + amount, 0n);
  const isWhole = swap.requiresDeposit && swap.fromAmount === bridgedUnits + feeUnits;
  if (!isSame(feeToken, token) || !isWhole) throw new Error('its fee and what it bridges are not the amount');
  return feeUnits;
}

/**
 * Encodes what was decoded again and compares every byte: contracts accept several encodings of one value, and bytes
 * behind them, in which something else could be read.
 */
function decodeExactly<const abi extends Abi>(abi: abi, data: Hex) {
  try {
    const found = decodeFunctionData({ abi, data });
    const again = encodeFunctionData({ abi, ...found } as Parameters<typeof encodeFunctionData>[0]);
    return again === data.toLowerCase() ? found : null;
  } catch {
    return null;
  }
}

/** Across keeps addresses as 32 bytes, for chains whose addresses are longer. */
function shortAddress(word: Hex): Address {
  const address = addressIn(word);
  if (address === null) throw new Error(`its call names ${word}, which is no address`);
  return address;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
