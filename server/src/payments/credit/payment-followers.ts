import type { Sql } from '../../platform/db/client.ts';
import type { AnnouncedMove, PaymentRow } from '../payment/payment.ts';

export interface PaymentFollowers {
  /** Payments moved. Runs in the transaction of their move. */
  paymentsMoved(tx: Sql, move: AnnouncedMove, rows: PaymentRow[]): Promise<void>;
}
