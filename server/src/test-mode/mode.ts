import type { PaymentMode } from '../payments/mode.ts';
import { testWallet } from './addresses.ts';
import { customerDelay, duplicateReferenceAmount, immediateAmount } from './outcomes.ts';

export const testMode: PaymentMode = {
  acceptsBelowMinimum: (amountMinor) => amountMinor === immediateAmount,
  duplicatesReference: (amountMinor) => amountMinor === duplicateReferenceAmount,
  customerDelayMs: customerDelay,
  wallet: testWallet,
};
