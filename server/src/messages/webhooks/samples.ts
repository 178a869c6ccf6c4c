import type { Context } from '../../app/context.ts';
import type { EventType } from './events.ts';

/** The `data` of a test event: every field of the real event, with obviously fake values. */
export function sampleData(
  ctx: Context,
  type: EventType,
): { resourceId: string; data: Record<string, unknown> } {
  const now = ctx.clock.now().toISOString();
  const paymentId = ctx.ids.next('pay');
  const [family] = type.split('.');
  const money = { amount: '49.99', currency: 'USD' };
  const way = { chain: 'ethereum', token: 'USDC' };
  const txHash = `0x${'5a'.repeat(32)}`;
  const payer = `0x${'c0'.repeat(20)}`;
  const own = { metadata: { sample: 'true' }, reference_id: 'sample-order' };
  const failure = {
    failure_reason: 'TRANSACTION_REVERTED',
    failure_message: 'This is a sample: the transaction reverted.',
  };
  const paid = { ...money, ...way, token_amount: '49.990000', tx_hash: txHash, payer_address: payer, ...own };
  const invoiceId = paymentId.replace(/^pay/, 'inv');
  const refundId = paymentId.replace(/^pay/, 'ref');
  const refund = { refund_id: refundId, payment_id: paymentId };
  const payoutId = paymentId.replace(/^pay/, 'po');
  const payout = { ...way, token_amount: '49.990000', ...money, address: payer };
  const invoice = { invoice_id: invoiceId };
  const customer = { customer_email: 'customer@example.com' };
  const data: Record<EventType, Record<string, unknown>> = {
    'payment.processing': { payment_id: paymentId, status: 'processing', ...paid, created_at: now },
    'payment.completed': {
      payment_id: paymentId,
      status: 'completed',
      ...paid,
      completed_at: now,
      created_at: now,
    },
    'payment.failed': {
      payment_id: paymentId,
      status: 'failed',
      ...money,
      ...way,
      ...failure,
      tx_hash: txHash,
      created_at: now,
    },
    'payment.expired': {
      payment_id: paymentId,
      status: 'expired',
      ...money,
      ...own,
      expires_at: now,
      created_at: now,
    },
    'payment.funds_unapplied': {
      unapplied_id: paymentId.replace(/^pay/, 'unf'),
      payment_id: paymentId,
      status: 'open',
      reason: 'overpaid',
      ...way,
      token_amount: '0.500000',
      tx_hash: txHash,
      payer_address: payer,
      arrived_at: now,
      created_at: now,
    },
    'payment.reversed': {
      payment_id: paymentId,
      status: 'completed',
      ...paid,
      reversed_token_amount: '49.990000',
      completed_at: now,
      created_at: now,
    },
    'invoice.paid': {
      ...invoice,
      status: 'paid',
      ...money,
      payment_id: paymentId,
      ...way,
      ...customer,
      paid_at: now,
      created_at: now,
    },
    'invoice.expired': {
      ...invoice,
      status: 'expired',
      ...money,
      ...customer,
      due_date: now.slice(0, 10),
      created_at: now,
    },
    'refund.completed': {
      ...refund,
      status: 'completed',
      ...money,
      ...way,
      tx_hash: txHash,
      refunded_to: payer,
      completed_at: now,
      created_at: now,
    },
    'refund.failed': {
      ...refund,
      status: 'failed',
      ...money,
      ...way,
      ...failure,
      tx_hash: txHash,
      created_at: now,
    },
    'refund.waiting': {
      ...refund,
      status: 'processing',
      ...money,
      ...way,
      waiting_for: 'balance',
      missing_token_amount: '49.990000',
      created_at: now,
    },
    'payout.completed': {
      payout_id: payoutId,
      status: 'completed',
      ...payout,
      tx_hash: txHash,
      completed_at: now,
      created_at: now,
    },
    'payout.failed': {
      payout_id: payoutId,
      status: 'failed',
      ...payout,
      ...failure,
      tx_hash: txHash,
      created_at: now,
    },
  };
  const ids: Record<string, string> = { payment: paymentId, invoice: invoiceId, payout: payoutId };
  return { resourceId: ids[family ?? ''] ?? refundId, data: data[type] };
}
