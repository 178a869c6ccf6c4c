import { Type } from 'typebox';
import type { EventType } from '../../messages/webhooks/events.ts';
import type { Api } from './api.ts';
import { ApiProblem } from './api-problem.ts';

/** A way to trigger an event through the public API. */
export interface Way {
  /** What it creates, for --help. */
  how: string;
  /** Triggers the event and returns the id of its payment, invoice, refund or payout. The event may follow later. */
  make(api: Api): Promise<string>;
}

/** For events that the API cannot trigger. */
interface NoWay {
  /** The reason, and what to do instead. */
  insteadOf: string;
}

const sampleInstead =
  'Send a test delivery to one of your endpoints instead: POST /webhooks/test with {"endpoint_id":"we_…","event_type":"…"}. "webhooks listen" forwards those too.';

/** One entry per event type; the compiler requires it. */
export const ways: Record<EventType, Way | NoWay> = {
  'payment.processing': {
    how: 'A payment of 5.00, which the simulated customer pays after a second. It confirms 30 seconds later.',
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
    how: 'A payment of 4.04, simulated to expire.',
    make: async (api) => simulate(api, await createPayment(api, '4.04'), 'expire'),
  },
  'refund.completed': {
    how: 'A paid payment of 49.99, and a refund of 10.00.',
    make: async (api) => refund(api, await paid(api), '10.00'),
  },
  'refund.failed': {
    how: 'A paid payment of 49.99, and a refund of 6.66, which fails.',
    make: async (api) => refund(api, await paid(api), '6.66'),
  },
  'refund.waiting': {
    insteadOf: `It needs a balance that was paid out. ${sampleInstead}`,
  },
  'payout.completed': {
    how: 'A paid payment of 49.99, and a payout of 10 USDC. Needs a payout wallet in test mode; the demo merchant has one.',
    make: (api) => payout(api, '10'),
  },
  'payout.failed': {
    how: 'A paid payment of 49.99, and a payout of 6.66 USDC, which fails. Needs a payout wallet in test mode; the demo merchant has one.',
    make: (api) => payout(api, '6.66'),
  },
  'invoice.paid': {
    how: 'An open invoice of 49.99, and its Pay Now payment, simulated to complete.',
    make: paidInvoice,
  },
  'payment.funds_unapplied': {
    insteadOf: `Only live money can be left over. ${sampleInstead}`,
  },
  'payment.reversed': {
    insteadOf: `Only a live chain can take money back. ${sampleInstead}`,
  },
  'invoice.expired': {
    insteadOf: `An invoice expires at the end of its due date, tomorrow at the earliest. ${sampleInstead}`,
  },
};

const isOver = ['PAYMENT_ALREADY_COMPLETED', 'PAYMENT_EXPIRED'];

const paymentIn = Type.Object({ payment_id: Type.String() });
const invoiceIn = Type.Object({ invoice_id: Type.String() });
const checkoutIn = Type.Object({ checkout_url: Type.String() });
const refundIn = Type.Object({ refund_id: Type.String() });
const payoutIn = Type.Object({ payout_id: Type.String() });

async function createPayment(api: Api, amount: string, more: object = {}): Promise<string> {
  const body = { ...more, amount, currency: 'USD', description: 'Created by causeway trigger' };
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
    // On a slow connection the simulated customer was faster. The amount leads to the same outcome.
    if (error instanceof ApiProblem && isOver.includes(error.code ?? '')) return paymentId;
    throw error;
  }
}

async function paid(api: Api): Promise<string> {
  return simulate(api, await createPayment(api, '49.99'), 'complete');
}

async function paidInvoice(api: Api): Promise<string> {
  const line_items = [{ description: 'Created by causeway trigger', quantity: 1, unit_price: '49.99' }];
  const created = await api.post('/invoices', { currency: 'USD', line_items }, invoiceIn);
  const { invoice_id: id } = created.data;
  await api.post(`/invoices/${id}/finalize`, {}, invoiceIn);
  // Pay Now belongs to the invoice page, whose routes are outside /api/v1.
  const { checkout_url: url } = (await api.post(`/../../invoice/${id}/pay`, null, checkoutIn)).data;
  await simulate(api, url.slice(url.lastIndexOf('/') + 1), 'complete');
  return id;
}

async function refund(api: Api, paymentId: string, amount: string): Promise<string> {
  const body = { payment_id: paymentId, amount, reason: 'Created by causeway trigger' };
  return (await api.post('/refunds', body, refundIn)).data.refund_id;
}

async function payout(api: Api, token_amount: string): Promise<string> {
  const [chain, token] = ['base', 'USDC'];
  const onlyThese = { accepted_chains: [chain], accepted_tokens: [token] };
  await simulate(api, await createPayment(api, '49.99', onlyThese), 'complete');
  return (await api.post('/payouts', { chain, token, token_amount }, payoutIn)).data.payout_id;
}
