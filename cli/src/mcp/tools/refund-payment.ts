import { createHmac, randomBytes } from 'node:crypto';
import type { Payment, Refund } from '../../../../sdk/src/types.ts';
import { type Desk, dashboardLink, type Tool, ToolProblem, text } from '../tool.ts';

/** Confirmations hold for this process only, so an assistant cannot make one up or take one from an old conversation. */
const secret = randomBytes(32);

export const refundPayment: Tool = {
  name: 'refund_payment',
  title: 'Refund a payment',
  description:
    'Sends money back to the customer of a completed payment, in two calls. Without confirmation it only says what would be refunded, and returns a confirmation: show that to the person you work for. With the confirmation, and the same payment_id, amount and reason, it refunds. A refund cannot be taken back.',
  input: {
    type: 'object',
    required: ['payment_id'],
    properties: {
      payment_id: { type: 'string', pattern: '^pay_', maxLength: 64 },
      amount: {
        type: 'string',
        pattern: '^\\d{1,9}(\\.\\d{1,2})?$',
        description: 'In the currency of the payment, such as "10.00". Left out: all that is left.',
      },
      reason: { type: 'string', maxLength: 500, description: 'The customer sees it.' },
      confirmation: { type: 'string', description: 'From the first call.' },
    },
  },
  writes: true,
  async run(args, desk) {
    const plan = await planOf(args, desk);
    const confirmation = confirmationOf(plan);
    const given = text(args, 'confirmation');
    if (given === undefined) return { dry_run: true, would_refund: plan, confirmation };
    if (given !== confirmation)
      throw new ToolProblem(
        'This confirmation does not fit: amount, reason or payment differ from the first call, or the payment was refunded meanwhile. Call again without confirmation, and show the result to the person you work for.',
      );
    const { payment_id, amount, reason } = plan;
    const params = { payment_id, amount, ...(reason === undefined ? {} : { reason }) };
    const refund = await desk.causeway.refunds.create(params, { idempotencyKey: `mcp-${confirmation}` });
    return { dry_run: false, refund: { ...refund }, link: plan.link };
  },
};

interface Plan {
  payment_id: string;
  amount: string;
  currency: string;
  reason: string | undefined;
  left_before: string;
  left_afterwards: string;
  refunds_so_far: number;
  to: string;
  link: string;
}

async function planOf(args: Record<string, unknown>, desk: Desk): Promise<Plan> {
  const paymentId = text(args, 'payment_id') ?? '';
  const payment = await desk.causeway.payments.get(paymentId);
  const refunds = (await desk.causeway.refunds.list({ payment_id: paymentId, limit: 100 })).data;
  if (!['completed', 'partially_refunded'].includes(payment.status))
    throw new ToolProblem(
      `A payment that is ${payment.status} cannot be refunded: only completed ones can. Use explain_payment to see what happened to it.`,
    );
  const left = leftOf(payment, refunds);
  const wanted = cents(text(args, 'amount') ?? decimal(left));
  if (wanted <= 0n || wanted > left)
    throw new ToolProblem(`Pass an amount above 0 and at most ${decimal(left)} ${payment.currency}.`);
  return {
    payment_id: paymentId,
    amount: decimal(wanted),
    currency: payment.currency,
    reason: text(args, 'reason'),
    left_before: decimal(left),
    left_afterwards: decimal(left - wanted),
    refunds_so_far: refunds.length,
    to: payment.payer_address ?? 'an address that the customer is asked for',
    link: dashboardLink(desk, `payments/${paymentId}`),
  };
}

function confirmationOf(plan: Plan): string {
  return createHmac('sha256', secret).update(JSON.stringify(plan)).digest('base64url').slice(0, 16);
}

const leftOf = (payment: Payment, refunds: Refund[]) =>
  refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((left, { amount }) => left - cents(amount), cents(payment.amount));

function cents(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
}

const decimal = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
