import type { PaymentMode } from '../credit/mode.ts';
import { testWallet } from './addresses.ts';
import { customerDelay, duplicateReferenceAmount, immediateAmount, noCustomerAmount } from './outcomes.ts';

export const testMode: PaymentMode = {
  acceptsBelowMinimum: (amountMinor) => amountMinor === immediateAmount,
  duplicatesReference: (amountMinor) => amountMinor === duplicateReferenceAmount,
  customerDelayMs: customerDelay,
  isPayerUnknown: (refundMinor) => refundMinor === noCustomerAmount,
  wallet: testWallet,
};
