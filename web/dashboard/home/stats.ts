import { useResource } from '../shared/queries.ts';
import { periodOf } from './period.ts';

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

const refreshMs = 60_000;

export function useStats(days: string | undefined) {
  return useResource<Stats>('/dashboard/api/stats', periodOf(days, Date.now()), { refreshMs });
}
