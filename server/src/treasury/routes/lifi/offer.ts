import { parseAddress, parseBytes, parseList, parseObject, parseUnits } from '../../../chains/rpc/hex.ts';
import type { QuoteInput } from '../providers/provider.ts';
import { lifiDiamond, nativeAddress, readBridgeData } from './contracts.ts';

/** The request, in LI.FI's terms. */
export interface Asked {
  input: QuoteInput;
  fromChainId: number;
  toChainId: number;
  /** Contracts; the zero address for native money. */
  fromToken: string;
  toToken: string;
}

/** A quote of LI.FI that matches the request in every field. */
export interface Offer {
  tool: string;
  data: string;
  expectedUnits: bigint;
  leastUnits: bigint;
  /** All that LI.FI and the bridge keep, in the token that is sent. */
  feeUnits: bigint;
  gasLimit: bigint;
  seconds: number;
}

const maxSeconds = 86_400;

/** Throws if the answer does not have LI.FI's documented shape, or differs from the request. */
export function readOffer(answer: unknown, asked: Asked): Offer {
  const { action, estimate, transactionRequest, tool } = parseObject(answer);
  const figures = parseObject(estimate);
  checkAction(parseObject(action), asked);
  const { data, gasLimit } = readTransaction(parseObject(transactionRequest), asked);
  if (isToken(asked)) same('spender', parseAddress(figures['approvalAddress']), lifiDiamond);
  same('amount', figures['fromAmount'], asked.input.units.toString());
  const [expectedUnits, leastUnits] = [parseAmount(figures['toAmount']), parseAmount(figures['toAmountMin'])];
  if (leastUnits <= 0n || leastUnits > expectedUnits) throw new Error('its amounts make no sense');
  const seconds = secondsIn(figures['executionDuration']);
  return {
    tool: nameIn(tool),
    data,
    expectedUnits,
    leastUnits,
    feeUnits: feesIn(figures['feeCosts'], asked),
    gasLimit,
    seconds,
  };
}

export function secondsIn(duration: unknown): number {
  if (typeof duration !== 'number' || !(duration >= 0 && duration <= maxSeconds))
    throw new Error('its duration makes no sense');
  return Math.ceil(duration);
}

/** Why a call must not be made; null if its data matches the request. */
export function objectionTo(data: string, { input, ...asked }: Asked): string | null {
  const found = readBridgeData(parseBytes(data));
  if (!found) return 'its call cannot be read';
  if (!isSame(found.receiver, input.recipient)) return `its call pays ${found.receiver}`;
  if (found.destinationChainId !== BigInt(asked.toChainId)) return 'its call is for another chain';
  if (found.hasDestinationCall) return 'its call would call a contract on the other chain';
  if (found.hasSourceSwaps) return null;
  if (!isSame(found.sendingAssetId, asked.fromToken)) return 'its call sends another token';
  return found.minAmount === input.units ? null : 'its call sends another amount';
}

function checkAction(action: Record<string, unknown>, { input, ...asked }: Asked): void {
  same('chain', action['fromChainId'], asked.fromChainId);
  same('chain', action['toChainId'], asked.toChainId);
  same('token', parseAddress(parseObject(action['fromToken'])['address']), asked.fromToken);
  same('token', parseAddress(parseObject(action['toToken'])['address']), asked.toToken);
  same('amount', action['fromAmount'], input.units.toString());
  same('sender', action['fromAddress'], input.sender);
  same('recipient', action['toAddress'], input.recipient);
}

/** Refuses extra native money for a bridge's own fee, since the route has no money for it. */
function readTransaction(request: Record<string, unknown>, asked: Asked) {
  same('target', parseAddress(request['to']), lifiDiamond);
  same('sender', parseAddress(request['from']), asked.input.sender);
  same('chain', request['chainId'], asked.fromChainId);
  const value = isToken(asked) ? 0n : asked.input.units;
  if (parseUnits(request['value']) !== value) throw new Error('it asks for another amount of native money');
  const data = parseBytes(request['data']);
  const objection = objectionTo(data, asked);
  if (objection !== null) throw new Error(objection);
  return { data, gasLimit: parseUnits(request['gasLimit']) };
}

/** Fees in the token that is sent. Fees in other tokens reduce the amount that arrives. */
function feesIn(feeCosts: unknown, { fromToken, fromChainId }: Asked): bigint {
  let sum = 0n;
  for (const { token, amount } of parseList(feeCosts ?? [], parseObject)) {
    const { address, chainId } = parseObject(token);
    if (chainId === fromChainId && isSame(parseAddress(address), fromToken)) sum += parseAmount(amount);
  }
  return sum;
}

function isToken({ fromToken }: Asked): boolean {
  return fromToken !== nativeAddress;
}

export function nameIn(tool: unknown): string {
  if (typeof tool !== 'string' || !/^[\w-]{1,60}$/.test(tool)) throw new Error('it names no bridge');
  return tool;
}

/** Decimal, in smallest units. */
export function parseAmount(value: unknown): bigint {
  if (typeof value !== 'string' || !/^\d{1,77}$/.test(value)) throw new Error('an amount was expected');
  return BigInt(value);
}

function same(what: string, found: unknown, asked: string | number): void {
  if (!isSame(found, asked)) throw new Error(`it has another ${what}: ${String(found).slice(0, 80)}`);
}

function isSame(a: unknown, b: unknown): boolean {
  return String(a).toLowerCase() === String(b).toLowerCase() && typeof a === typeof b;
}
