import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { RouteView } from '../routes/view/view.ts';
import type { TransferStatus } from '../transfers/states.ts';
import type { Owner } from './owner.ts';
import type { PayoutStatus } from './states.ts';

export type Initiator = 'schedule' | 'manual';

/** One token on one chain. */
export interface Asset {
  chain: ChainId;
  token: Token;
}

export interface PayoutRow extends Owner, Asset {
  payout_id: string;
  status: PayoutStatus;
  initiator: Initiator;
  /** numeric(78, 0), as text. */
  token_units: string;
  address: string;
  currency: Currency;
  /** Worth at creation. */
  worth_minor: bigint;
  /**
   * It pays the entries of the balance posted after `covers_after` (null: since the beginning), up to `covers_until`.
   */
  covers_after: Date | null;
  covers_until: Date;
  tx_hash: string | null;
  failure_reason: string | null;
  failure_message: string | null;
  created_at: Date;
  ended_at: Date | null;
}

/** A step and the state of its transfer. */
export interface StepRow extends Asset {
  payout_id: string;
  step: number;
  kind: 'transfer';
  token_units: string;
  address: string;
  transfer_id: string | null;
  /** Null until the transfer is requested. */
  transfer_status: TransferStatus | null;
  problem: string | null;
  /** Why its transfer is held, if it is. */
  held_reason: string | null;
  /** Whether screening holds its transfer. */
  is_screened: boolean;
  tx_hash: string | null;
  ended_at: Date | null;
}

/** A payout, its steps and the routes whose money it pays. */
export interface PayoutView {
  payout: PayoutRow;
  steps: StepRow[];
  routes: RouteView[];
}
