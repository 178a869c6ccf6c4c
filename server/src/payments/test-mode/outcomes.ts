import type { Random } from '../../lib/random.ts';

/** Outcome of a test payment, by its amount in minor units. The same in every currency. */
export type Outcome =
  | { kind: 'confirms'; afterMs: number }
  | { kind: 'reverts'; afterMs: number; failureReason: string; failureMessage: string }
  | { kind: 'no_customer' };

const customerDelayMs = 1000;

export const rejectedTransaction = {
  failureReason: 'TRANSACTION_FAILED',
  failureMessage: 'The simulated transaction failed on chain.',
};

/** Creating a payment of this amount returns 409, as if its reference were taken. */
export const duplicateReferenceAmount = 409n;

/** Below the contract's minimum, but allowed in test mode. */
export const immediateAmount = 1n;

const failingAmount = 666n;

/** No simulated customer. Refunds of it have no known payer. */
export const noCustomerAmount = 404n;

/** Why a transfer fails; null when it succeeds. */
export function transferFailure(amountMinor: bigint | null): typeof rejectedTransaction | null {
  return amountMinor === failingAmount ? rejectedTransaction : null;
}

export function outcomeFor(amountMinor: bigint, random: Random): Outcome {
  switch (amountMinor) {
    case immediateAmount:
      return { kind: 'confirms', afterMs: 0 };
    case 500n:
      return { kind: 'confirms', afterMs: 30_000 };
    case failingAmount:
      return { kind: 'reverts', afterMs: random.between(2000, 3000), ...rejectedTransaction };
    case noCustomerAmount:
      return { kind: 'no_customer' };
    default:
      return { kind: 'confirms', afterMs: random.between(2000, 3000) };
  }
}

/** How long after creation the simulated customer pays; null for never. */
export function customerDelay(amountMinor: bigint): number | null {
  if (amountMinor === noCustomerAmount) return null;
  return amountMinor === immediateAmount ? 0 : customerDelayMs;
}
