import type { MedusaContainer } from '@medusajs/framework/types';
import { Modules, PaymentActions } from '@medusajs/framework/utils';
import type { EventData, WebhookEvent } from '../../../sdk/src/index.ts';
import { type Reason, tellOwner } from './attention.ts';
import type { Connection } from './connection.ts';
import { currentPayment } from './payments.ts';
import { countUnknown } from './refunds.ts';
import { isSessionData, type SessionData, sessionOf, sessionStatus } from './session-data.ts';
import { findOrder, findSession, isRecorded, releaseSessions, type Session } from './sessions.ts';

interface Work {
  container: MedusaContainer;
  connection: Connection;
  event: WebhookEvent;
}

/** Does what an event asks for, if it is not done. What that is depends on what Medusa knows, not on when the event comes. */
export async function handleEvent(work: Work): Promise<void> {
  const { event } = work;
  switch (event.type) {
    case 'payment.completed':
      return paid(work, event.data);
    case 'payment.failed':
    case 'payment.expired':
      return ended(work, event.data.payment_id);
    case 'payment.funds_unapplied': {
      const { payment_id, token_amount, token, reason } = event.data;
      const text = `${token_amount} ${token} came for payment ${payment_id} and was not counted (${reason}). Decide under Unapplied money in Causeway.`;
      return tellIfOurs(work, payment_id, 'money_not_counted', text);
    }
    case 'payment.reversed': {
      const { payment_id } = event.data;
      const text = `The chain took back money of payment ${payment_id}. Do not deliver its order before you have looked at it in Causeway.`;
      return tellIfOurs(work, payment_id, 'money_taken_back', text);
    }
    case 'refund.completed':
    case 'refund.failed':
    case 'refund.waiting':
      return refund(work, event.data);
  }
}

async function paid(work: Work, data: EventData['payment.completed']): Promise<void> {
  const { container, event } = work;
  const sessionId = sessionOf(data.reference_id);
  // Not of this plug-in.
  if (!sessionId) return;
  const sum = `${data.amount} ${data.currency} came by payment ${data.payment_id}`;
  const tell = (reason: Reason, text: string) =>
    tellOwner(container, { reason, text, event_id: event.id, payment_id: data.payment_id });
  const before = await findSession(container, sessionId);
  // Another shop of this account has it.
  if (!before && data.metadata['medusa_shop'] !== (work.connection.options.shop ?? '')) return;
  if (!before)
    return tell(
      'unknown_session',
      `${sum} for a session that is gone: the customer chose another way to pay. Refund it in Causeway.`,
    );
  if (!isRecorded(before, await findOrder(container, before)))
    await capture(container, sessionId, data.amount);
  const session = await findSession(container, sessionId);
  const order = session && (await findOrder(container, session));
  if (!session?.payment || !isRecorded(session, order))
    throw new Error(`${sum}, and session ${sessionId} could not be completed yet.`);
  const others = session.payment_collection.payment_sessions?.filter(({ id }) => id !== sessionId) ?? [];
  await releaseSessions(container, work.connection, others);
  const captured = session.payment_collection.payments?.filter(({ captured_at }) => captured_at) ?? [];
  if (session.payment.data['payment_id'] !== data.payment_id || captured.length > 1)
    return tell('paid_twice', `${sum} although the order was paid. Refund one of its payments.`);
  if (order?.status === 'canceled')
    return tell(
      'paid_after_cancel',
      `${sum} after the order was cancelled. Refund it, or place the order again.`,
    );
}

async function capture(container: MedusaContainer, session_id: string, amount: string): Promise<void> {
  await container.resolve(Modules.WORKFLOW_ENGINE).run('process-payment-workflow', {
    input: { action: PaymentActions.SUCCESSFUL, data: { session_id, amount } },
  });
}

/** Medusa ignores webhooks of payments that end unpaid. The customer may have tried again: the payment as it is now decides. */
async function ended(work: Work, paymentId: string): Promise<void> {
  const session = await sessionWith(work, paymentId);
  if (!session || session.payment || !isSessionData(session.data)) return;
  const status = sessionStatus((await currentPayment(work.connection, session.data)).status);
  if (status !== 'canceled' && status !== 'error') return;
  const { id, amount, currency_code, data } = session;
  await work.container
    .resolve(Modules.PAYMENT)
    .updatePaymentSession({ id, amount, currency_code, data, status });
}

async function refund(
  work: Work,
  data: EventData['refund.completed' | 'refund.failed' | 'refund.waiting'],
): Promise<void> {
  const { container, event } = work;
  const session = await sessionWith(work, data.payment_id);
  const payment = session?.payment;
  if (!payment || !isSessionData(payment.data)) return;
  const tell = (reason: Reason, text: string) =>
    tellOwner(container, { reason, text, event_id: event.id, payment_id: data.payment_id });
  const sum = `The refund of ${data.amount} ${data.currency} of payment ${data.payment_id}`;
  const { refunds } = payment.data;
  const known = refunds.find(({ refund_id }) => refund_id === data.refund_id);
  if (!known) {
    // One that replaces a failed refund is counted already.
    if (data.status !== 'completed' || (await countUnknown(work.connection, payment.data)) <= 0n) return;
    const text = `${sum} was made in Causeway, and Medusa does not count it. Refund the same amount in Medusa: it is recorded, and no money is sent again.`;
    return tell('refund_elsewhere', text);
  }
  const status = event.type === 'refund.waiting' ? 'waiting' : data.status;
  if (known.status === status || known.status === 'completed' || known.status === 'failed') return;
  const next: SessionData = {
    ...payment.data,
    refunds: refunds.map((one) => (one.refund_id === data.refund_id ? { ...one, status } : one)),
  };
  const change = { id: payment.id, data: next };
  await container.resolve(Modules.PAYMENT).updatePayment(change);
  if (status === 'failed')
    return tell('refund_failed', `${sum} failed, and Medusa still counts it. Refund it again in Causeway.`);
  if (status === 'waiting')
    return tell('refund_waiting', `${sum} waits until your balance in Causeway covers it.`);
}

/** These events say the payment and not its reference. */
async function sessionWith({ container, connection }: Work, paymentId: string): Promise<Session | undefined> {
  const { reference_id } = await connection.causeway.payments.get(paymentId);
  const id = sessionOf(reference_id);
  return id ? findSession(container, id) : undefined;
}

async function tellIfOurs(work: Work, payment_id: string, reason: Reason, text: string): Promise<void> {
  if (await sessionWith(work, payment_id))
    await tellOwner(work.container, { reason, text, event_id: work.event.id, payment_id });
}
