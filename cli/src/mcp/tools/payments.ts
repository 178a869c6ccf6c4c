import type { PaymentListParams } from '../../../../sdk/src/types.ts';
import { type Desk, dashboardLink, limitIn, listLimit, type Tool, ToolProblem, text } from '../tool.ts';

const mostEntries = 60;

export const findPayments: Tool = {
  name: 'find_payments',
  title: 'Find payments',
  description:
    'Lists payments, newest first, by reference, status or time. Reads only. Use explain_payment for what happened to one of them.',
  input: {
    type: 'object',
    properties: {
      reference_id: { type: 'string', maxLength: 128, description: "The merchant's own reference, exactly." },
      status: {
        type: 'string',
        enum: ['pending', 'processing', 'completed', 'failed', 'expired', 'refunded', 'partially_refunded'],
      },
      created_gte: { type: 'string', description: 'ISO 8601: created at or after this time.' },
      created_lte: { type: 'string', description: 'ISO 8601: created at or before this time.' },
      starting_after: { type: 'string', description: 'payment_id of the last one of the list before.' },
      limit: listLimit,
    },
  },
  writes: false,
  async run(args, desk) {
    const { limit: _, ...filter } = args;
    const page = await desk.causeway.payments.list({
      ...(filter as PaymentListParams),
      limit: limitIn(args),
    });
    return {
      payments: page.data.map((payment) => ({
        ...payment,
        link: dashboardLink(desk, `payments/${payment.payment_id}`),
      })),
      has_more: page.has_more,
    };
  },
};

export const explainPayment: Tool = {
  name: 'explain_payment',
  title: 'Say what happened to a payment',
  description:
    'Reads a payment by its id or by your reference, with its timeline, refunds and unapplied money. Reads only.',
  input: {
    type: 'object',
    properties: {
      payment_id: { type: 'string', pattern: '^pay_', maxLength: 64 },
      reference_id: { type: 'string', maxLength: 128, description: 'Instead of payment_id.' },
    },
  },
  writes: false,
  async run(args, desk) {
    const paymentId = text(args, 'payment_id') ?? (await newestWith(desk, text(args, 'reference_id')));
    const { causeway } = desk;
    const [payment, timeline, refunds, unapplied] = await Promise.all([
      causeway.payments.get(paymentId),
      causeway.payments.timeline(paymentId),
      causeway.refunds.list({ payment_id: paymentId, limit: 20 }),
      causeway.unappliedFunds.list({ payment_id: paymentId, limit: 20 }),
    ]);
    return {
      payment: { ...payment },
      timeline: timeline.slice(-mostEntries),
      earlier_entries_left_out: Math.max(0, timeline.length - mostEntries),
      refunds: refunds.data,
      unapplied_funds: unapplied.data,
      links: { dashboard: dashboardLink(desk, `payments/${paymentId}`), checkout: payment.checkout_url },
    };
  },
};

async function newestWith({ causeway }: Desk, reference: string | undefined): Promise<string> {
  if (reference === undefined) throw new ToolProblem('Pass payment_id or reference_id.');
  const [newest] = (await causeway.payments.list({ reference_id: reference, limit: 1 })).data;
  if (!newest)
    throw new ToolProblem(`No payment has the reference "${reference}". Use find_payments to look for it.`);
  return newest.payment_id;
}

export const listUnappliedFunds: Tool = {
  name: 'list_unapplied_funds',
  title: 'Say which money is unapplied, and why',
  description:
    'Lists money that arrived and was not counted for its payment, with the reason of each: overpaid, underpaid, late, duplicate, wrong_token, wrong_chain, payment_failed or screening. Reads only; people decide in the dashboard whether it is returned or kept.',
  input: {
    type: 'object',
    properties: {
      payment_id: { type: 'string', pattern: '^pay_', maxLength: 64 },
      status: { type: 'string', enum: ['open', 'returning', 'returned', 'credited', 'reversed', 'applied'] },
      limit: listLimit,
    },
  },
  writes: false,
  async run(args, desk) {
    const { limit: _, ...filter } = args;
    const page = await desk.causeway.unappliedFunds.list({ ...filter, limit: limitIn(args) });
    return { unapplied_funds: page.data, has_more: page.has_more, link: dashboardLink(desk, 'unapplied') };
  },
};
