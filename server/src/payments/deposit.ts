import type { ChainId, Token } from '../chains/registry.ts';
import type { Environment } from '../environment.ts';
import type { PaymentStatus } from './states.ts';

export interface DepositRow {
  deposit_id: string;
  payment_id: string;
  merchant_id: string;
  environment: Environment;
  chain: ChainId;
  token: Token;
  token_units: string;
  address: string;
  created_at: Date;
}

/** A deposit together with what the watcher must know of its payment. */
export interface WatchedDepositRow extends DepositRow {
  /** When the next look is due, as this look found it: the watcher's own lease. */
  check_at: Date | null;
  /** Somebody at a checkout page chose this way and waits to see it confirm. */
  followed: boolean;
  status: PaymentStatus;
  expires_at: Date;
  /** Where the payment's transaction was seen; null before. */
  payment_chain: ChainId | null;
  payment_token: Token | null;
}
