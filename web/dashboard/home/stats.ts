import type { Query } from '../shared/api.ts';
import { useResource } from '../shared/queries.ts';

export interface Checklist {
  has_key: boolean;
  has_test_payment: boolean;
  has_endpoint: boolean;
  has_payout_wallet: boolean;
  has_live_payment: boolean;
}

export interface Stats {
  currency_note: string;
  totals: {
    volume_usd: string;
    count: number;
    completed: number;
    success_rate: number | null;
    average_confirmation_seconds: number | null;
    refunded_usd: string;
    refunds: number;
  };
  by_day: { day: string; volume_usd: string; count: number; completed: number }[];
  by_chain: { chain: string; volume_usd: string; count: number }[];
  by_token: { token: string; volume_usd: string; count: number }[];
  checklist: Checklist;
}

export const periods = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];

const refreshMs = 60_000;
const dayMs = 24 * 60 * 60_000;

export function useStats(days: string | undefined) {
  return useResource<Stats>('/dashboard/api/stats', periodOf(days, Date.now()), { refreshMs });
}

/** Whole UTC days up to today, as the server counts them. */
export function periodOf(days: string | undefined, nowMs: number): Query {
  const count = Number(periods.find(({ value }) => value === days)?.value ?? 30);
  const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { from: isoDay(nowMs - (count - 1) * dayMs), to: isoDay(nowMs) };
}
