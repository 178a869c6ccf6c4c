import type { PaymentKey } from '../../lib/payment-key.ts';
import type { Sql } from '../../platform/db/client.ts';

/** What a live payment took and its chain still has, if the chain took some of it back; else null. */
export async function standingUnits(sql: Sql, payment: PaymentKey): Promise<bigint | null> {
  const [row] = await sql<{ standing: string; is_whole: boolean }[]>`
    select coalesce(sum(applied_units) filter (where reversed_at is null and state <> 'gone'), 0) as standing,
      coalesce(bool_and(reversed_at is null and state <> 'gone'), true) as is_whole
    from arrival_uses join arrivals using (arrival_id)
    where payment_id = ${payment.payment_id} and merchant_id = ${payment.merchant_id}`;
  return !row || row.is_whole ? null : BigInt(row.standing);
}
