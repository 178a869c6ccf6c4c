import { Type } from 'typebox';
import type { EventType } from '../webhooks/events.ts';
import type { Api } from './api.ts';
import { ApiProblem } from './api-problem.ts';

/** How a test object is brought to an event through the public API. */
export interface Way {
  /** What happens, for --help. */
  how: string;
  /** Makes it so, or starts it, and answers the id of the payment, invoice or refund that the event will be about. */
  make(api: Api): Promise<string>;
}

/** An event that the API alone cannot cause. */
interface NoWay {
  /** Why not, and what to do instead. */
  insteadOf: string;
}

const sampleInstead =
  'Send a sample to one of your endpoints instead: POST /webhooks/test with {"endpoint_id":"we_…","event_type":"…"}. "webhooks listen" forwards samples too.';

/** One entry for each event: whoever adds an event adds its way here. */
export const ways: Record<EventType, Way | NoWay> = {
  'payment.processing': {
    how: 'A payment of 5.00, which the simulated customer pays after a second and which confirms 30 seconds later.',
    make: (api) => createPayment(api, '5.00'),
  },
  'payment.completed': {
    how: 'A payment of 49.99, simulated to complete.',
    make: (api) => paid(api),
  },
  'payment.failed': {
    how: 'A payment of 6.66, simulated to fail.',
    make: async (api) => simulate(api, await createPayment(api, '6.66'), 'fail'),
  },
  'payment.expired': {
    how: 'A payment of 4.04, which no customer pays, simulated to expire.',
    make: async (api) => simulate(api, await createPayment(api, '4.04'), 'expire'),
  },
  'refund.completed': {
    how: 'A paid payment of 49.99, and a refund of 10.00 of it.',
    make: async (api) => refund(api, await paid(api), '10.00'),
  },
  'refund.failed': {
    how: 'A paid payment of 49.99, and a refund of 6.66 of it, which fails.',
    make: async (api) => refund(api, await paid(api), '6.66'),
  },
  'invoice.paid': {
    how: 'An invoice of 49.99, opened, and the payment that its page makes simulated to complete.',
    make: paidInvoice,
  },
  'invoice.expired': {
    insteadOf: `An invoice expires when its due date is over, tomorrow at the earliest. ${sampleInstead}`,
  },
};

const isOver = ['PAYMENT_ALREADY_COMPLETED', 'PAYMENT_EXPIRED'];

const paymentIn = Type.Object({ payment_id: Type.String() });
const invoiceIn = Type.Object({ invoice_id: Type.String() });
const checkoutIn = Type.Object({ checkout_url: Type.String() });
const refundIn = Type.Object({ refund_id: Type.String() });

async function createPayment(api: Api, amount: string): Promise<string> {
  const body = { amount, currency: 'USD', description: 'Made by causeway trigger' };
  return (await api.post('/payments', body, paymentIn)).data.payment_id;
}

async function simulate(
  api: Api,
  paymentId: string,
  outcome: 'complete' | 'fail' | 'expire',
): Promise<string> {
  try {
    return (await api.post(`/payments/${paymentId}/simulate`, { outcome }, paymentIn)).data.payment_id;
  } catch (error) {
    // Over a slow line the simulated customer was first, who brings these amounts to the same end.
    if (error instanceof ApiProblem && isOver.includes(error.code ?? '')) return paymentId;
    throw error;
  }
}

async function paid(api: Api): Promise<string> {
  return simulate(api, await createPayment(api, '49.99'), 'complete');
}

async function paidInvoice(api: Api): Promise<string> {
  const line_items = [{ description: 'Made by causeway trigger', quantity: 1, unit_price: '49.99' }];
  const created = await api.post('/invoices', { currency: 'USD', line_items }, invoiceIn);
  const { invoice_id: id } = created.data;
  await api.post(`/invoices/${id}/finalize`, {}, invoiceIn);
  // Pay Now is on the invoice's page, which is beside the API and not in it.
  const { checkout_url: url } = (await api.post(`/../../invoice/${id}/pay`, null, checkoutIn)).data;
  await simulate(api, url.slice(url.lastIndexOf('/') + 1), 'complete');
  return id;
}

async function refund(api: Api, paymentId: string, amount: string): Promise<string> {
  const body = { payment_id: paymentId, amount, reason: 'Made by causeway trigger' };
  return (await api.post('/refunds', body, refundIn)).data.refund_id;
}
