/** The answer to GET /dashboard/api/stats. */
export interface Stats {
  currency_note: string;
  totals: Totals;
  /** The same number of days right before. */
  previous: Totals;
  by_day: DayFigures[];
  by_chain: (Figure & { chain: string })[];
  by_token: (Figure & { token: string })[];
  checklist: Checklist;
}

export interface Figure {
  volume_usd: string;
  count: number;
}

export interface Totals extends Figure {
  completed: number;
  success_rate: number | null;
  average_confirmation_seconds: number | null;
  refunded_usd: string;
  refunds: number;
  /** Volume less refunds. Negative if more was refunded than came in. */
  net_usd: string;
}

export interface DayFigures extends Totals {
  day: string;
  /** Pending or processing. */
  open: number;
  failed: number;
  expired: number;
}

/** What a merchant has done. The last five are of live mode. */
export interface MerchantSteps {
  has_key: boolean;
  has_test_payment: boolean;
  has_endpoint: boolean;
  has_live_key: boolean;
  has_live_endpoint: boolean;
  has_payout_wallet: boolean;
  has_live_payment: boolean;
}

export interface Checklist extends MerchantSteps {
  /** What the operator has to do before live payments can be made: turn a chain on, create the wallet, mend what is wrong. */
  live_chains: 'none' | 'no_wallet' | 'not_working' | 'working';
  /** The member has dismissed the list. */
  hidden: boolean;
}
