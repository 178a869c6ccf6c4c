import { chainIds, tokens } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import { dayMs } from '../../lib/durations.ts';
import type { Environment } from '../../lib/environment.ts';
import { ApiError } from '../../lib/errors.ts';
import type { MemberId } from '../../merchants/members/members.ts';
import type { DashboardContext } from '../context.ts';
import { readChecklist } from './checklist.ts';
import { createUsd, dayOf, figureOf, type Happened, totalsOf } from './stats-figures.ts';
import type { Stats } from './stats-schema.ts';
import { countPayments, type Period, sumRefunds, sumSettled } from './stats-store.ts';

const maxDays = 366;
const defaultDays = 30;

/** Figures for whole UTC days, `from` and `to` inclusive. A payment counts on the day it was created. */
export async function getStats(
  ctx: DashboardContext,
  owner: MemberId & { environment: Environment },
  query: { from?: string; to?: string },
): Promise<Stats> {
  const days = readDays(ctx, query);
  const starts = [...days.map((day) => Date.parse(day)), Date.parse(days.at(-1) ?? '') + dayMs];
  const [first = 0] = starts;
  const period = { merchantId: owner.merchant_id, environment: owner.environment };
  const [now, before, checklist] = await Promise.all([
    readPeriod(ctx, { ...period, startsMs: starts }),
    readPeriod(ctx, { ...period, startsMs: [first - days.length * dayMs, first] }),
    readChecklist(ctx, owner),
  ]);
  const usd = createUsd(ctx.rates[owner.environment]);
  const { settled } = now;
  return {
    totals: totalsOf(usd, byDay(now)),
    previous: totalsOf(usd, byDay(before)),
    by_day: days.map((day, index) => dayOf(usd, day, index + 1, now)),
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

async function readPeriod(ctx: DashboardContext, period: Period): Promise<Happened> {
  const [counts, settled, refunds] = await Promise.all([
    countPayments(ctx.db, period),
    sumSettled(ctx.db, period),
    sumRefunds(ctx.db, period),
  ]);
  return { counts, settled, refunds };
}

/** Without the sums by chain and by token, which count the same payments again. */
function byDay({ settled, ...rest }: Happened): Happened {
  return { ...rest, settled: settled.filter((sum) => sum.day !== null) };
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

function currencyNote(environment: Environment, unknown: Currency[]): string {
  const rates =
    environment === 'test'
      ? 'Other currencies are converted to USD at the fixed rates of test mode.'
      : 'Other currencies are converted to USD at current rates, not the rates at the time of payment.';
  const leftOut =
    unknown.length === 0 ? '' : ` Not included, because there is no current rate: ${unknown.join(', ')}.`;
  return rates + leftOut;
}
