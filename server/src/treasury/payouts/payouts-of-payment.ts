import type { Sql } from '../../platform/db/client.ts';
import { selectRoutesOfPayment } from '../routes/view/view.ts';
import type { PayoutRow } from './payout.ts';
import { selectCovering } from './payouts-of-payment-store.ts';

/**
 * The payouts that included a payment's money, oldest first, for example a failed one and the next. A payout pays what
 * was booked to its balance since the previous one. If it left a reserve or paid a part, a later one paid the rest.
 */
export async function payoutsOfPayment(sql: Sql, paymentId: string): Promise<PayoutRow[]> {
  const routes = await selectRoutesOfPayment(sql, paymentId);
  return selectCovering(
    sql,
    paymentId,
    routes.map(({ route_id }) => route_id),
  );
}
