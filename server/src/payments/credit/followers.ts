import type { Sql } from '../../platform/db/client.ts';
import type { AnnouncedMove, MovedPaymentRow } from '../payment/payment.ts';

/**
 * Runs in the transaction of a payment's move, for features that depend on it (an invoice becomes paid). Payments do not
 * know these features: `app/compose.ts` registers them.
 */
export type PaymentFollower = (tx: Sql, move: AnnouncedMove, rows: MovedPaymentRow[]) => Promise<void>;
