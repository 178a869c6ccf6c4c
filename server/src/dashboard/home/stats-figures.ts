import type { Currency } from '../../lib/currencies.ts';
import { divideRoundingHalfUp, formatFiat } from '../../lib/money.ts';
import { isSettled } from '../../payments/payment/states.ts';
import type { RateSource } from '../../treasury/prices/rates.ts';
import type { DayFigures, Figure, Totals } from './stats-schema.ts';
import type { RefundSum, SettledSum, StatusCount } from './stats-store.ts';

/** What happened in a period or on a day. */
export interface Happened {
  counts: StatusCount[];
  settled: SettledSum[];
  refunds: RefundSum[];
}

interface Sum {
  currency: Currency;
  amount_minor: string;
}

/** Sums amounts of several currencies in USD, rounding once, and collects currencies without a rate. */
export function createUsd(rates: RateSource) {
  const unknown = new Set<Currency>();
  const one = rates.usdPerCurrency('USD') ?? 1n;
  const scaledSum = (sums: Sum[]): bigint => {
    let scaled = 0n;
    for (const { currency, amount_minor: minor } of sums) {
      const rate = rates.usdPerCurrency(currency);
      if (rate === null) unknown.add(currency);
      else scaled += BigInt(minor) * rate;
    }
    return scaled;
  };
  const cents = (sums: Sum[]) => divideRoundingHalfUp(scaledSum(sums), one);
  return {
    unknown: () => [...unknown].sort(),
    add: (sums: Sum[]): string => formatFiat(cents(sums)),
    /** The difference of the rounded sums, so that it matches what is shown. */
    net: (sums: Sum[], less: Sum[]): string => {
      const net = cents(sums) - cents(less);
      return net < 0n ? `-${formatFiat(-net)}` : formatFiat(net);
    },
  };
}
export type Usd = ReturnType<typeof createUsd>;

export function totalsOf(usd: Usd, { counts, settled, refunds }: Happened): Totals {
  const completed = total(counts.filter((count) => isSettled(count.status)));
  const ended = completed + total(withStatus(counts, 'failed', 'expired'));
  const confirmed = settled.reduce((sum, row) => sum + row.confirmed, 0);
  const seconds = settled.reduce((sum, row) => sum + row.confirming_seconds, 0);
  return {
    volume_usd: usd.add(settled),
    count: total(counts),
    completed,
    // Completed ÷ (completed + failed + expired). Payments that are still open do not count.
    success_rate: ended === 0 ? null : rounded(completed / ended, 4),
    average_confirmation_seconds: confirmed === 0 ? null : rounded(seconds / confirmed, 1),
    refunded_usd: usd.add(refunds),
    refunds: total(refunds),
    net_usd: usd.net(settled, refunds),
  };
}

export function dayOf(usd: Usd, day: string, place: number, happened: Happened): DayFigures {
  const ofDay = <Row extends { day: number | null }>(rows: Row[]) => rows.filter((row) => row.day === place);
  const counts = ofDay(happened.counts);
  const totals = totalsOf(usd, {
    counts,
    settled: ofDay(happened.settled),
    refunds: ofDay(happened.refunds),
  });
  return {
    day,
    ...totals,
    open: total(withStatus(counts, 'pending', 'processing')),
    failed: total(withStatus(counts, 'failed')),
    expired: total(withStatus(counts, 'expired')),
  };
}

export function figureOf<Name extends object>(usd: Usd, name: Name, sums: SettledSum[]): (Name & Figure)[] {
  return sums.length === 0 ? [] : [{ ...name, volume_usd: usd.add(sums), count: total(sums) }];
}

function withStatus(counts: StatusCount[], ...statuses: StatusCount['status'][]): StatusCount[] {
  return counts.filter(({ status }) => statuses.includes(status));
}

function total(rows: { count: number }[]): number {
  return rows.reduce((sum, row) => sum + row.count, 0);
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
