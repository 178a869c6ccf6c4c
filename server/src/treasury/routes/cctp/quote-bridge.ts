import type { CallMeaning, RouteCall, RouteQuote } from '../providers/provider.ts';
import { chainOf } from './contracts.ts';
import type { BurnOrder, Side, Sides } from './side.ts';

/** The highest fee that the burn of a quote allows: the quoted one. */
export function maxFeeOf({ notes }: RouteQuote): bigint {
  return BigInt(String(notes['max_fee']));
}

export async function orderOf(to: Side, quote: RouteQuote): Promise<BurnOrder> {
  const { units, recipient } = quote.input;
  const maxFee = maxFeeOf(quote);
  return { units, domain: to.domain, recipient: await to.receiverWord(recipient), maxFee };
}

/** Reads amount and receiver back from a burn. Null if it is not what `burnCall` builds. */
export async function meaningOf(sides: Sides, call: RouteCall): Promise<CallMeaning | null> {
  const from = sides(call.chain);
  const order = (await from?.readBurn(call)) ?? null;
  if (!from || !order) return null;
  const there = chainOf(order.domain);
  const to = there ? sides(there) : null;
  const recipient = (await to?.receiverIn(order.recipient)) ?? null;
  if (!to || recipient === null) return null;
  const { units, maxFee } = order;
  return { tokenIn: from.token, tokenOut: to.token, units, leastUnits: units - maxFee, recipient };
}
