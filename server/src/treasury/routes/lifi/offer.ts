import { parseAddress, parseBytes, parseList, parseObject, parseUnits } from '../../../chains/rpc/hex.ts';
import { tokenDecimals } from '../../../lib/chains/registry.ts';
import { dayMs, minuteMs } from '../../../lib/durations.ts';
import type { QuoteInput } from '../providers/provider.ts';
import { lifiDiamond } from './evm/contracts.ts';
import { type BridgeCall, readBridgeCall } from './evm/read-call.ts';

/** The request, in LI.FI's terms. */
export interface Asked {
  input: QuoteInput;
  fromChainId: number;
  toChainId: number;
  /** Contracts. */
  fromToken: string;
  toToken: string;
  nowMs: number;
}

/** A quote of LI.FI that matches the request in every field. */
export interface Offer {
  tool: string;
  data: string;
  /** What the call itself says: the bridge pays exactly this. */
  outputUnits: bigint;
  /** All that LI.FI and the bridge keep, in the token that is sent. */
  feeUnits: bigint;
  gasLimit: bigint;
  seconds: number;
}

const maxSeconds = 86_400;

/** Throws if the answer does not have LI.FI's documented shape, or it or its call differs from the request. */
export function readOffer(answer: unknown, asked: Asked): Offer {
  const { action, estimate, transactionRequest, tool } = parseObject(answer);
  const figures = parseObject(estimate);
  checkAction(parseObject(action), asked);
  const { data, gasLimit, call } = readTransaction(parseObject(transactionRequest), asked);
  same('spender', parseAddress(figures['approvalAddress']), lifiDiamond);
  same('amount', figures['fromAmount'], asked.input.units.toString());
  const [said, least] = [parseAmount(figures['toAmount']), parseAmount(figures['toAmountMin'])];
  if (least <= 0n || least > said) throw new Error('its amounts make no sense');
  if (call.outputUnits < least || call.outputUnits > said)
    throw new Error(`its call pays ${call.outputUnits} units, not what it says`);
  const fees = feesIn(figures['feeCosts'], asked);
  return {
    tool: nameIn(tool),
    data,
    outputUnits: call.outputUnits,
    feeUnits: fees > call.feeUnits ? fees : call.feeUnits,
    gasLimit,
    seconds: secondsIn(figures['executionDuration']),
  };
}

export function secondsIn(duration: unknown): number {
  if (typeof duration !== 'number' || !(duration >= 0 && duration <= maxSeconds))
    throw new Error('its duration makes no sense');
  return Math.ceil(duration);
}

/** With less time the bridge might return the money, and with more it could keep it for too long. */
const fillMs = { least: 10 * minuteMs, most: dayMs };

/** What a call does. Throws, in words, if that is not what was asked for. */
export function checkCall(data: string, { input, nowMs, ...asked }: Asked): BridgeCall {
  const call = readBridgeCall(parseBytes(data));
  const { recipient, sender, units, from, to } = input;
  if (!isSame(call.receiver, recipient)) throw new Error(`its call pays ${call.receiver}`);
  if (!isSame(call.depositor, sender)) throw new Error(`its call would give money back to ${call.depositor}`);
  if (call.toChainId !== BigInt(asked.toChainId)) throw new Error('its call is for another chain');
  if (!isSame(call.token, asked.fromToken)) throw new Error('its call sends another token');
  if (!isSame(call.toToken, asked.toToken)) throw new Error('its call pays another token');
  if (call.units !== units) throw new Error(`its call takes ${call.units} units`);
  const one = (asset: QuoteInput['from']) => 10n ** BigInt(tokenDecimals(asset.chain, asset.token));
  if (call.outputUnits <= 0n) throw new Error('its call accepts nothing');
  // Nobody would deliver it, so the money would be away until the deadline.
  if (from.token === to.token && call.outputUnits * one(from) > call.bridgedUnits * one(to))
    throw new Error('its call promises more than it brings');
  const leftMs = call.fillDeadline * 1000 - nowMs;
  if (leftMs < fillMs.least || leftMs > fillMs.most) throw new Error('its deadline makes no sense');
  return call;
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

/** Refuses native money for a bridge's own fee, since the route has no money for it. */
function readTransaction(request: Record<string, unknown>, asked: Asked) {
  same('target', parseAddress(request['to']), lifiDiamond);
  same('sender', parseAddress(request['from']), asked.input.sender);
  same('chain', request['chainId'], asked.fromChainId);
  if (parseUnits(request['value']) !== 0n) throw new Error('it asks for native money');
  const data = parseBytes(request['data']);
  return { data, gasLimit: parseUnits(request['gasLimit']), call: checkCall(data, asked) };
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
