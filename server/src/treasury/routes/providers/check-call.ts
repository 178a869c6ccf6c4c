import type { CallMeaning, RouteCall, RouteQuote } from './provider.ts';

/** Allowed targets and spenders of one provider on one chain. */
export type Allowed = readonly string[];

/** What the call must do. Tokens are contracts; null is native money. */
export interface Planned {
  quote: RouteQuote;
  tokenIn: string | null;
  tokenOut: string | null;
}

/**
 * Why a call must not be signed; null if it matches the plan. `meaning` is decoded from the call's data independently
 * of the code that built it.
 */
export function objectionTo(
  call: RouteCall,
  meaning: CallMeaning | null,
  { quote, tokenIn, tokenOut }: Planned,
  allowed: Allowed,
): string | null {
  const { input, leastUnits } = quote;
  if (call.chain !== input.from.chain) return `It is for ${call.chain}.`;
  if (!has(allowed, call.to)) return `${call.to} is not a contract that may be called.`;
  if (call.value !== (tokenIn === null ? input.units : 0n)) return `It sends ${call.value} of native money.`;
  const objection =
    call.chain === 'solana'
      ? call.approval && 'Solana knows no approvals.'
      : objectionToApproval(call, tokenIn, input.units, allowed);
  if (objection) return objection;
  if (meaning === null) return 'Its data is not what the provider writes.';
  if (!isSame(meaning.tokenIn, tokenIn)) return `It gives ${meaning.tokenIn}.`;
  if (!isSame(meaning.tokenOut, tokenOut)) return `It takes ${meaning.tokenOut}.`;
  if (meaning.units !== input.units) return `It gives ${meaning.units} units.`;
  if (meaning.leastUnits < leastUnits) return `It accepts ${meaning.leastUnits} units.`;
  if (!isSame(meaning.recipient, input.recipient)) return `It pays ${meaning.recipient}.`;
  return null;
}

function objectionToApproval(
  { approval }: RouteCall,
  tokenIn: string | null,
  units: bigint,
  allowed: Allowed,
): string | null {
  if (tokenIn === null) return approval ? 'Native money needs no approval.' : null;
  if (!approval) return 'It names no approval.';
  if (!has(allowed, approval.spender)) return `${approval.spender} is not a contract that may spend.`;
  if (!isSame(approval.token, tokenIn)) return `It approves ${approval.token}.`;
  return approval.units === units ? null : `It approves ${approval.units} units.`;
}

function has(allowed: Allowed, address: string): boolean {
  return allowed.some((one) => isSame(one, address));
}

function isSame(a: string | null, b: string | null): boolean {
  // Solana's addresses are case-sensitive.
  return a === b || (a?.startsWith('0x') === true && a.toLowerCase() === b?.toLowerCase());
}
