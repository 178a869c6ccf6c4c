import type { InsertOutcome } from './insert-batch.ts';
import type { NewPayment, PaymentKey, PaymentRow } from './payment.ts';

/** Reads and creations that requests of one turn of the event loop share a round trip for. */
export interface PaymentBatches {
  loadPayment(key: PaymentKey): Promise<Readonly<PaymentRow> | undefined>;
  insertPayment(payment: NewPayment): Promise<InsertOutcome>;
}
