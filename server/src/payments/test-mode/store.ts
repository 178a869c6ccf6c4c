import { type Claim, isClaimed } from '../../platform/db/claim.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { PaymentRow } from '../payment/payment.ts';

/** How long it took to confirm says nothing after `simulate`, so figures leave the payment out. */
export async function forgetDetection(tx: Sql, payment: PaymentRow): Promise<void> {
  await tx`
    update payments set detected_at = null
    where payment_id = ${payment.payment_id} and merchant_id = ${payment.merchant_id}`;
}

/** Claims payments whose simulated customer is due. Each is claimed once. */
export async function takeDueCustomers(
  tx: Sql,
  now: Date,
  limit: number,
  claim: Claim,
): Promise<PaymentRow[]> {
  return tx<PaymentRow[]>`
    update payments set customer_due_at = null
    where status = 'pending' and ctid = any(array(
      select ctid from payments where customer_due_at <= ${now} ${isClaimed(tx, 'payment_id', claim)}
      order by customer_due_at limit ${limit} for update skip locked))
    returning *`;
}

export async function nextCustomerDue(sql: Sql, claim: Claim): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select min(customer_due_at) as at from payments where customer_due_at is not null
      ${isClaimed(sql, 'payment_id', claim)}`;
  return row?.at ?? null;
}

/** What the outcome and the sender of a refund's transfer depend on. */
export async function selectRefund(
  sql: Sql,
  refundId: string,
): Promise<{ amount_minor: bigint; payment_id: string } | null> {
  const [row] = await sql<{ amount_minor: bigint; payment_id: string }[]>`
    select amount_minor, payment_id from refunds where refund_id = ${refundId}`;
  return row ?? null;
}
