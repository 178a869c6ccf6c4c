import type { Context } from '../../app/context.ts';
import type { RequestedDeposit } from '../../chains/chains.ts';
import { transactionUrl } from '../../chains/explorers.ts';
import { chains, shownSymbol, tokenDecimals } from '../../lib/chains/registry.ts';
import { hourMs } from '../../lib/durations.ts';
import { formatTokenAmount, shownTokenDecimals } from '../../lib/money.ts';
import { countUnits } from '../../payments/credit/count-units.ts';
import { isInTime } from '../../payments/credit/subject.ts';
import { isOpen } from '../../payments/payment/states.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { CheckoutState, CheckoutUnapplied } from './checkout-state.ts';
import type { CheckoutArrival, CheckoutDeposit, CheckoutRow } from './store.ts';

/** The option chosen last. */
export function lastChosen({ deposits }: CheckoutRow): CheckoutDeposit | null {
  const [last] = deposits
    .filter((deposit) => deposit.choice !== null)
    .sort((a, b) => (b.choice ?? 0) - (a.choice ?? 0));
  return last ?? null;
}

/** What arrived for the option chosen last, as units of its quote. */
export async function receivedUnits(sql: Sql, row: CheckoutRow): Promise<bigint> {
  const chosen = lastChosen(row);
  const own = chosen ? row.arrivals.filter((arrival) => isFor(chosen, arrival)) : [];
  if (!chosen || own.length === 0) return 0n;
  const money = own
    .map(({ block_time, units }) => ({ at: new Date(block_time), units: BigInt(units) }))
    .filter(({ at }) => at <= row.expires_at);
  const deposit = {
    ...row,
    ...chosen,
    quoted_at: dateOrNull(chosen.quoted_at),
    quote_expires_at: dateOrNull(chosen.quote_expires_at),
  };
  return (await countUnits(sql, row, deposit, money)).reduce((sum, units) => sum + units, 0n);
}

function dateOrNull(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

function isFor({ chain, token }: CheckoutDeposit, arrival: CheckoutArrival): boolean {
  return arrival.chain === chain && arrival.token === token;
}

/** What is left to send, for wallets and codes. */
export function askedFor(
  { environment, payment_id }: CheckoutRow,
  { chain, token, address, token_units }: CheckoutDeposit,
  received: bigint,
): RequestedDeposit {
  const step = 10n ** BigInt(tokenDecimals(chain, token) - shownTokenDecimals);
  const units = remainingUnits(BigInt(token_units), received, step);
  return { environment, payment_id, chain, token, address, token_units: units.toString() };
}

/** Rounded up to what people are shown. */
function remainingUnits(quoted: bigint, received: bigint, shownStep: bigint): bigint {
  if (received === 0n) return quoted;
  const rest = quoted - received;
  return rest <= 0n ? 0n : ((rest + shownStep - 1n) / shownStep) * shownStep;
}

/** How long late money of a payment that ended is looked out for. */
const lateForMs = hourMs;

/** Whether nothing is expected to change. Money may follow an expired live payment that showed an address. */
export function isOver(row: CheckoutRow, nowMs: number): boolean {
  if (isOpen(row.status)) return false;
  if (row.status !== 'expired' || row.environment !== 'live' || row.deposits.length === 0) return true;
  const endMs = (row.cancelled_at ?? row.expires_at).getTime();
  return nowMs - endMs >= lateForMs && !row.arrivals.some(isUndecided);
}

/** What is final was decided about. */
function isUndecided({ is_unapplied, is_final }: CheckoutArrival): boolean {
  return !is_unapplied && !is_final;
}

/** Money that does not count: decided when the payment is over, and told before as far as it is certain. */
export function unappliedOf(ctx: Context, row: CheckoutRow): CheckoutState['unapplied'] {
  const chosen = lastChosen(row);
  const early = row.arrivals.flatMap((arrival) => {
    const reason = reasonFor(row, chosen, arrival);
    return reason && !arrival.is_unapplied ? [{ ...arrival, reason, returned: false }] : [];
  });
  const decided = row.unapplied.map(({ status, ...fund }) => ({ ...fund, returned: status === 'returned' }));
  return [...early, ...decided].map(
    ({ chain, token, units, tx_hash, reason, returned }): CheckoutUnapplied => {
      const known = chains[chain].tokens.find(({ symbol }) => symbol === token)?.symbol;
      return {
        reason,
        chain,
        chain_name: chains[chain].name,
        symbol: known ? shownSymbol(row.environment, known) : null,
        token_amount: known ? formatTokenAmount(BigInt(units), tokenDecimals(chain, known)) : null,
        tx_hash,
        tx_url: tx_hash === null ? null : transactionUrl(ctx.config, row.environment, chain, tx_hash),
        returned,
      };
    },
  );
}

/** Null for money that counts. */
function reasonFor(
  row: CheckoutRow,
  chosen: CheckoutDeposit | null,
  arrival: CheckoutArrival,
): CheckoutUnapplied['reason'] | null {
  const { deposits, status } = row;
  if (status === 'pending' && chosen && isFor(chosen, arrival)) return null;
  if (status === 'expired' && !isUndecided(arrival)) return null;
  if (!deposits.some(({ chain }) => chain === arrival.chain)) return 'wrong_chain';
  if (!deposits.some((deposit) => isFor(deposit, arrival))) return 'wrong_token';
  if (status === 'pending') return 'elsewhere';
  const times = { block_time: new Date(arrival.block_time), seen_at: new Date(arrival.seen_at) };
  return isInTime(row, times) ? 'underpaid' : 'late';
}
