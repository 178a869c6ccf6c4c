import { chainIds, tokens } from '../chains/registry.ts';
import type { Currency } from '../currencies.ts';
import { dayMs } from '../durations.ts';
import type { Environment } from '../environment.ts';
import { ApiError } from '../errors.ts';
import { divideRoundingHalfUp, formatFiat } from '../money.ts';
import { isSettled } from '../payments/states.ts';
import type { RateSource } from '../pricing/rates.ts';
import type { DashboardContext } from './context.ts';
import {
  type Checklist,
  countPayments,
  type Period,
  type RefundSum,
  type SettledSum,
  type StatusCount,
  selectChecklist,
  sumRefunds,
  sumSettled,
} from './stats-store.ts';

const maxDays = 366;
const defaultDays = 30;

interface Figure {
  volume_usd: string;
  count: number;
}

export interface Stats {
  currency_note: string;
  totals: Figure & {
    completed: number;
    success_rate: number | null;
    average_confirmation_seconds: number | null;
    refunded_usd: string;
    refunds: number;
  };
  by_day: (Figure & { day: string; completed: number })[];
  by_chain: (Figure & { chain: string })[];
  by_token: (Figure & { token: string })[];
  checklist: Checklist;
}

/** Figures for whole UTC days, `from` and `to` inclusive. A payment counts on the day it was created. */
export async function getStats(
  ctx: DashboardContext,
  owner: { merchant_id: string; environment: Environment },
  query: { from?: string; to?: string },
): Promise<Stats> {
  const days = readDays(ctx, query);
  const period: Period = {
    merchantId: owner.merchant_id,
    environment: owner.environment,
    startsMs: [...days.map((day) => Date.parse(day)), Date.parse(days.at(-1) ?? '') + dayMs],
  };
  const [counts, settled, refunds, checklist] = await Promise.all([
    countPayments(ctx.db, period),
    sumSettled(ctx.db, period),
    sumRefunds(ctx.db, period),
    selectChecklist(ctx.db, owner.merchant_id),
  ]);
  if (!checklist) throw new Error(`merchant ${owner.merchant_id} does not exist`);
  const usd = createUsd(ctx.rates[owner.environment]);
  const byDay = settled.filter((sum) => sum.day !== null);
  return {
    totals: totalsOf(usd, counts, byDay, refunds),
    by_day: days.map((day, index) => dayOf(usd, day, index + 1, counts, byDay)),
    by_chain: chainIds.flatMap((chain) =>
      figureOf(
        usd,
        { chain },
        settled.filter((sum) => sum.chain === chain),
      ),
    ),
    by_token: tokens.flatMap((token) =>
      figureOf(
        usd,
        { token },
        settled.filter((sum) => sum.token === token),
      ),
    ),
    checklist,
    currency_note: currencyNote(owner.environment, usd.unknown()),
  };
}

/** The days of the period. Default: the last 30 days, including today. */
function readDays(ctx: DashboardContext, query: { from?: string; to?: string }): string[] {
  const to = query.to ?? isoDay(ctx.clock.nowMs());
  const from = query.from ?? isoDay(Date.parse(to) - (defaultDays - 1) * dayMs);
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (count >= 1 && count <= maxDays)
    return Array.from({ length: count }, (_, index) => isoDay(Date.parse(from) + index * dayMs));
  const problem =
    count < 1
      ? 'from is after to. Choose an earlier from or a later to.'
      : `The period is longer than ${maxDays} days. Choose a shorter one.`;
  throw new ApiError('INVALID_PARAMETER', {
    message: problem,
    details: { field: 'from', provided: from, to, max_days: maxDays },
  });
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

interface Sum {
  currency: Currency;
  amount_minor: string;
}

/** Sums amounts of several currencies in USD, rounding once, and collects currencies without a rate. */
function createUsd(rates: RateSource) {
  const unknown = new Set<Currency>();
  const one = rates.usdPerCurrency('USD') ?? 1n;
  return {
    unknown: () => [...unknown].sort(),
    add(sums: Sum[]): string {
      let scaled = 0n;
      for (const { currency, amount_minor: minor } of sums) {
        const rate = rates.usdPerCurrency(currency);
        if (rate === null) unknown.add(currency);
        else scaled += BigInt(minor) * rate;
      }
      return formatFiat(divideRoundingHalfUp(scaled, one));
    },
  };
}
type Usd = ReturnType<typeof createUsd>;

function totalsOf(
  usd: Usd,
  counts: StatusCount[],
  byDay: SettledSum[],
  refunds: RefundSum[],
): Stats['totals'] {
  const completed = total(counts.filter((count) => isSettled(count.status)));
  const ended = completed + total(counts.filter(({ status }) => status === 'failed' || status === 'expired'));
  const confirmed = byDay.reduce((sum, row) => sum + row.confirmed, 0);
  const seconds = byDay.reduce((sum, row) => sum + row.confirming_seconds, 0);
  return {
    volume_usd: usd.add(byDay),
    count: total(counts),
    completed,
    // Completed ÷ (completed + failed + expired). Payments that are still open do not count.
    success_rate: ended === 0 ? null : rounded(completed / ended, 4),
    average_confirmation_seconds: confirmed === 0 ? null : rounded(seconds / confirmed, 1),
    refunded_usd: usd.add(refunds),
    refunds: total(refunds),
  };
}

function dayOf(
  usd: Usd,
  day: string,
  place: number,
  counts: StatusCount[],
  settled: SettledSum[],
): Stats['by_day'][number] {
  const ofDay = counts.filter((count) => count.day === place);
  return {
    day,
    volume_usd: usd.add(settled.filter((sum) => sum.day === place)),
    count: total(ofDay),
    completed: total(ofDay.filter((count) => isSettled(count.status))),
  };
}

function figureOf<Name extends object>(usd: Usd, name: Name, sums: SettledSum[]): (Name & Figure)[] {
  return sums.length === 0 ? [] : [{ ...name, volume_usd: usd.add(sums), count: total(sums) }];
}

function total(rows: { count: number }[]): number {
  return rows.reduce((sum, row) => sum + row.count, 0);
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

function currencyNote(environment: Environment, unknown: Currency[]): string {
  const rates =
    environment === 'test'
      ? 'Other currencies are converted to USD at the fixed rates of test mode.'
      : 'Other currencies are converted to USD at current rates, not the rates at the time of payment.';
  const leftOut =
    unknown.length === 0 ? '' : ` Not included, because there is no current rate: ${unknown.join(', ')}.`;
  return rates + leftOut;
}
