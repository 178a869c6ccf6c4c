import { MedusaError } from '@medusajs/framework/utils';
import type { Refund } from '../../../sdk/src/index.ts';
import { fromCents, toCents } from './amounts.ts';
import type { Connection } from './connection.ts';
import type { KnownRefund, SessionData } from './session-data.ts';

const sum = (refunds: { amount: string }[]) =>
  refunds.reduce((cents, { amount }) => cents + toCents(amount), 0n);

/**
 * Refunds, or takes over a refund that was made before. After a lost answer Medusa forgets its refund, and the next click has another
 * key: so what Causeway has refunded is compared with what Medusa counts first. A failed refund stays counted by Medusa, so one that
 * replaces it in Causeway is not more than Medusa knows.
 */
export async function refundOnce(
  connection: Connection,
  data: SessionData,
  amount: string,
  key: string | undefined,
): Promise<SessionData> {
  const made = await refundsOf(connection, data.payment_id);
  const unknown = unknownCents(made, data);
  if (unknown <= 0n) return withRefund(data, made, await ask(connection, data, amount, key));
  const known = new Set(data.refunds.map(({ refund_id }) => refund_id));
  const lost = made.find(
    (one) => one.status !== 'failed' && !known.has(one.refund_id) && toCents(one.amount) === toCents(amount),
  );
  if (lost) return withRefund(data, made, lost);
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `Causeway has refunded ${fromCents(unknown)} ${data.currency} more of this payment than Medusa knows. Refund exactly that amount here first: it is recorded, and no money is sent again.`,
  );
}

/** How much more Causeway has refunded of a payment than Medusa counts. */
export async function countUnknown(connection: Connection, data: SessionData): Promise<bigint> {
  return unknownCents(await refundsOf(connection, data.payment_id), data);
}

function unknownCents(made: Refund[], data: SessionData): bigint {
  return sum(made.filter(({ status }) => status !== 'failed')) - sum(data.refunds);
}

async function refundsOf({ causeway }: Connection, paymentId: string): Promise<Refund[]> {
  return (await causeway.refunds.list({ payment_id: paymentId, limit: 100 })).data;
}

function ask(
  { causeway }: Connection,
  data: SessionData,
  amount: string,
  key: string | undefined,
): Promise<Refund> {
  const params = { payment_id: data.payment_id, amount };
  return causeway.refunds.create(params, key ? { idempotencyKey: key } : {});
}

/** With the states of the others as they are now: Medusa may have read its data before an event changed it. */
function withRefund(data: SessionData, made: Refund[], { refund_id, amount, status }: Refund): SessionData {
  const stateOf = (known: KnownRefund) =>
    made.find((one) => one.refund_id === known.refund_id)?.status ?? known.status;
  const before = data.refunds.map((known) => ({ ...known, status: stateOf(known) }));
  return { ...data, refunds: [...before, { refund_id, amount, status }] };
}
