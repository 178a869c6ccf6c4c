import { tokenDecimals } from '../../lib/chains/registry.ts';
import { tokenUnitsFor } from '../../lib/money.ts';
import type { Sql } from '../../platform/db/client.ts';
import { askedAfter, asUnitsOf, hasRunOut, holdsAt, shownAt } from '../../treasury/prices/asked-units.ts';
import { rateAt } from '../../treasury/prices/history.ts';
import type { DepositRow } from '../deposits/deposit.ts';
import { selectEarlierQuotes } from '../deposits/deposits.ts';
import type { PaymentKey, PaymentRow } from '../payment/payment.ts';

type QuotedDeposit = PaymentKey &
  Pick<DepositRow, 'chain' | 'token' | 'token_units' | 'quoted_at' | 'quote_expires_at'>;
type PricedPayment = Pick<PaymentRow, 'amount_minor' | 'currency' | 'expires_at'>;

interface Money {
  /** When its block was made; for money found by a balance, the block in which it was found. Null in test mode. */
  at: Date | null;
  units: bigint;
}

/**
 * What money counts for, as units of the deposit's present quote. Most of it came while that quote held and counts for
 * itself; what came under an earlier quote, or after one ran out, counts at the price of its own time.
 */
export async function countUnits(
  sql: Sql,
  payment: PricedPayment,
  deposit: QuotedDeposit,
  money: readonly Money[],
): Promise<bigint[]> {
  const isPlain = ({ at }: Money) => at === null || at > payment.expires_at || holdsAt(deposit, at);
  if (money.every(isPlain)) return money.map(({ units }) => units);
  const quotes: [DepositQuote, ...DepositQuote[]] = [deposit];
  quotes.unshift(...(await selectEarlierQuotes(sql, deposit)));
  const quoted = BigInt(deposit.token_units);
  const counted: bigint[] = [];
  for (const one of money) {
    if (one.at === null || isPlain(one)) counted.push(one.units);
    else counted.push(asUnitsOf(quoted, one.units, await askedAt(sql, payment, deposit, quotes, one.at)));
  }
  return counted;
}

type DepositQuote = Pick<DepositRow, 'token_units' | 'quoted_at' | 'quote_expires_at'>;

async function askedAt(
  sql: Sql,
  { amount_minor, currency }: PricedPayment,
  { chain, token }: QuotedDeposit,
  quotes: readonly [DepositQuote, ...DepositQuote[]],
  at: Date,
): Promise<bigint> {
  const shown = shownAt(quotes, at);
  const units = BigInt(shown.token_units);
  if (!hasRunOut(shown, at)) return units;
  const usdPerToken = await rateAt(sql, token, at);
  const usdPerCurrency = await rateAt(sql, currency, at);
  const isKnown = usdPerToken !== null && usdPerCurrency !== null;
  const atRate = isKnown
    ? tokenUnitsFor(amount_minor, usdPerCurrency, usdPerToken, tokenDecimals(chain, token))
    : null;
  return askedAfter(units, atRate);
}
