import type { ChainId, Token } from '../../../lib/chains/registry.ts';

/** What became of a payment by signature. */
export interface AuthorizationState {
  transfer_id: string;
  chain: ChainId;
  token: Token;
  /** numeric(78, 0), as text. */
  units: string;
  from_address: string;
  nonce: string;
  contract: string;
  signature: string;
  status: 'waiting' | 'sending' | 'completed' | 'failed';
  /** Of the transaction that was sent last, or that ended it. */
  tx_hash: string | null;
  failure_reason: string | null;
  failure_message: string | null;
  /** When a facilitator's caller was told that its payment is paid, for this or another of its signatures. */
  settled_at: Date | null;
}
