/** What only the dashboard shows of settlement. It imports these types, so nothing here may lead to code for Node. */

/** What keeps a balance from being paid out now. */
export interface PayoutProspect {
  /** Null when it can be paid out. */
  reason: string | null;
  explanation: string | null;
  /** What became of its last exchange into the settlement asset; null when there is nothing to say. */
  routing: string | null;
}

/** Where to look at the transactions of a payout. */
export interface PayoutLinks {
  /** Of each step. */
  tx_urls: (string | null)[];
  /** Of the steps of each route. */
  route_tx_urls: (string | null)[][];
}

/** A payout wallet in the history. */
export interface WalletEntry {
  wallet_id: string;
  family: 'evm' | 'solana';
  address: string;
  status: 'active' | 'pending' | 'replaced' | 'cancelled';
  /** E-mail address of the member. */
  set_by: string | null;
  active_from: string;
  created_at: string;
}
