import type { PaymentOption, Quoted } from '../people/payment-option.ts';

/** A payment of the shop on Solana. */
export interface SolanaOrder {
  paymentId: string;
  expiresAtMs: number;
  token: 'USDC' | 'SOL';
  amountMinor: bigint;
  currency: string;
  /** Null until the customer knows where to pay. */
  deposit: (Quoted & { address: string }) | null;
  options: PaymentOption[];
}

/** Money that a customer sends at or after a time. */
export interface SolanaIntent {
  atMs: number;
  order: SolanaOrder;
  units: bigint;
  /**
   * Into the treasury, naming the deposit address, as connected wallets do; with another payment's too if shared. A page
   * asks the service for that transaction, which says what is left to pay.
   */
  way: 'address' | 'treasury' | 'shared' | 'page';
}
