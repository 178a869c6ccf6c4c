import { type Claim, isClaimed } from '../../platform/db/claim.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { PaymentRow } from '../payment/payment.ts';

export interface SimulatedTransaction {
  tx_hash: string;
  chain: string;
  token: string;
  token_units: string;
  from_address: string;
  to_address: string;
  broadcast_at: Date;
  final_at: Date;
  failure_reason: string | null;
  failure_message: string | null;
}

/** Idempotent, like broadcasting on a real chain. */
export async function insertTransactions(sql: Sql, rows: SimulatedTransaction[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into simulated_transactions (tx_hash, chain, token, token_units, from_address, to_address, broadcast_at,
      final_at, failure_reason, failure_message)
    select * from unnest(
      ${rows.map((r) => r.tx_hash)}::text[], ${rows.map((r) => r.chain)}::text[], ${rows.map((r) => r.token)}::text[],
      ${rows.map((r) => r.token_units)}::numeric[], ${rows.map((r) => r.from_address)}::text[],
      ${rows.map((r) => r.to_address)}::text[], ${rows.map((r) => r.broadcast_at.toISOString())}::timestamptz[],
      ${rows.map((r) => r.final_at.toISOString())}::timestamptz[], ${rows.map((r) => r.failure_reason)}::text[],
      ${rows.map((r) => r.failure_message)}::text[])
    on conflict (tx_hash) do nothing`;
}

export async function selectByReceivers(
  sql: Sql,
  chain: string,
  addresses: string[],
): Promise<SimulatedTransaction[]> {
  return sql<SimulatedTransaction[]>`
    select * from simulated_transactions
    where to_address = any(${addresses}::text[]) and chain = ${chain} order by broadcast_at, tx_hash`;
}

export async function selectByHash(sql: Sql, txHash: string): Promise<SimulatedTransaction | undefined> {
  const [row] = await sql<
    SimulatedTransaction[]
  >`select * from simulated_transactions where tx_hash = ${txHash}`;
  return row;
}

/** Whether any transaction was sent to these addresses, detected or not. */
export async function anyTransactionTo(sql: Sql, addresses: string[]): Promise<boolean> {
  const rows = await sql`
    select 1 from simulated_transactions where to_address = any(${addresses}::text[]) limit 1`;
  return rows.length > 0;
}

/** Ends pending transactions to these addresses now, as successes or reverts. Returns how many there were. */
export async function finishTransactions(
  sql: Sql,
  addresses: string[],
  now: Date,
  failure: { failureReason: string; failureMessage: string } | null,
): Promise<number> {
  const result = await sql`
    update simulated_transactions set final_at = ${now}, failure_reason = ${failure?.failureReason ?? null},
      failure_message = ${failure?.failureMessage ?? null}
    where to_address = any(${addresses}::text[]) and final_at > ${now}`;
  return result.count;
}

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
