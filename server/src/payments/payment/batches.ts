import type { InsertOutcome } from './insert-batch.ts';
import type { NewPayment, PaymentKey, PaymentRow } from './payment.ts';

/** Batched reads and inserts: requests of one event loop turn share a round trip. */
export interface PaymentBatches {
  loadPayment(key: PaymentKey): Promise<Readonly<PaymentRow> | undefined>;
  insertPayment(payment: NewPayment): Promise<InsertOutcome>;
}
