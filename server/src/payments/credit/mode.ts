import type { ChainId } from '../../lib/chains/registry.ts';

/** How test and live payments differ, beside their chains. Test mode's implementation is in `payments/test-mode/`. */
export interface PaymentMode {
  /** Accepts the amount although it is below the minimum. */
  acceptsBelowMinimum(amountMinor: bigint): boolean;
  /** Answers DUPLICATE_REFERENCE to a new payment of this amount. */
  duplicatesReference(amountMinor: bigint): boolean;
  /** How long after creation the simulated customer pays; null when nobody does. */
  customerDelayMs(amountMinor: bigint): number | null;
  /** Whether a refund of this amount waits for an address, as if nobody knew who paid. Null for all that is left. */
  isPayerUnknown(refundMinor: bigint | null): boolean;
  /** The funded wallet offered at the checkout. */
  wallet(chain: ChainId): { address: string; balance: string } | null;
}

export const liveMode: PaymentMode = {
  acceptsBelowMinimum: () => false,
  duplicatesReference: () => false,
  customerDelayMs: () => null,
  isPayerUnknown: () => false,
  wallet: () => null,
};
