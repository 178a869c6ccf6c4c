/** A payment of the shop on Solana. */
export interface SolanaOrder {
  paymentId: string;
  expiresAtMs: number;
  token: 'USDC' | 'SOL';
  /** Null until the customer knows where to pay. */
  deposit: { address: string; units: bigint } | null;
}
