import { CausewayApiError, CausewayUsageError } from '../errors.ts';
import type { Payments } from '../resources/payments.ts';
import { sleep } from '../retry.ts';
import type { Payment } from '../types.ts';
import type { PaywallOptions } from './options.ts';
import { offerFor, paymentIn, readMessage, writeMessage } from './x402-messages.ts';

/** A request to a resource that has a price. */
export interface Asked {
  method: string;
  /** Absolute. */
  url: string;
  header(name: string): string | null;
}

/** Whether a request goes through, and what is sent with the answer or instead of it. */
export type Verdict =
  | { payment: Payment; headers: Record<string, string> }
  | { payment: null; status: number; headers: Record<string, string>; body: string };

export type Gate = (asked: Asked) => Promise<Verdict>;

/** The service answers within 30 seconds. */
const checkoutTimeoutMs = 40_000;
const finalWaitMs = 60_000;
const lookEveryMs = 1000;
const dayMs = 86_400_000;
const resourceKey = 'paywall_resource';

export function createGate(payments: Payments, send: typeof fetch, options: PaywallOptions): Gate {
  const { until = 'processing', spend = spendOnce(), metadata, ...price } = options;
  if (until !== 'processing' && until !== 'completed')
    throw new CausewayUsageError('until must be "processing" or "completed".');

  /** As a program, which gets JSON. */
  const openCheckout = (url: string, signature: string | null) =>
    send(url, {
      headers: { accept: 'application/json', ...(signature ? { 'payment-signature': signature } : {}) },
      redirect: 'manual',
      signal: AbortSignal.timeout(checkoutTimeoutMs),
    });

  async function create(asked: Asked, resource: string, key: string | null): Promise<Payment> {
    const params = {
      accepted_tokens: ['USDC' as const],
      ...price,
      metadata: { ...metadata, [resourceKey]: resource },
    };
    const idempotencyKey = key === null ? undefined : await digest(`${resource} ${asked.url} ${key}`);
    return payments.create(params, { idempotencyKey });
  }

  /** 402 with a payment that waits for money. */
  async function ask(asked: Asked, resource: string, problem: string | null): Promise<Verdict> {
    const key = problem === null ? asked.header('idempotency-key') : null;
    for (const tried of key === null ? [null] : [key, null]) {
      const payment = await create(asked, resource, tried);
      const reply = await openCheckout(payment.checkout_url, null);
      const required = readMessage(reply.headers.get('payment-required'));
      // Otherwise the key is that of an earlier request, whose payment is paid or over.
      if (reply.status === 402 && required) return demand(asked, payment, required, problem);
    }
    return refuse(503, {}, 'The payment cannot be opened. Try again.');
  }

  function demand(
    { url }: Asked,
    { payment_id, checkout_url }: Payment,
    required: Record<string, unknown>,
    problem: string | null,
    headers: Record<string, string> = {},
  ): Verdict {
    const offer = offerFor(problem === null ? required : { ...required, error: problem }, url, payment_id);
    const message = problem ?? 'Pay for this request, and send it again with the payment.';
    return refuse(402, { ...headers, 'payment-required': writeMessage(offer) }, message, {
      payment_id,
      checkout_url,
    });
  }

  async function settle(asked: Asked, resource: string, signature: string): Promise<Verdict> {
    const payment = await find(paymentIn(signature), resource);
    if (!payment) return ask(asked, resource, 'payment_of_another_resource');
    const reply = await openCheckout(payment.checkout_url, signature);
    const response = reply.headers.get('payment-response');
    const headers: Record<string, string> = response === null ? {} : { 'payment-response': response };
    const required = readMessage(reply.headers.get('payment-required'));
    if (reply.status === 402 && required)
      return demand(asked, payment, required, String(required['error'] ?? ''), headers);
    if (reply.status === 409) return ask(asked, resource, 'payment_over');
    if (reply.status !== 200 && reply.status !== 202)
      return refuse(503, {}, 'Try again with the same payment.');
    const paid = reply.status === 200 ? await untilPaid(payment.payment_id) : null;
    if (!paid)
      return refuse(202, { 'retry-after': '5' }, 'The payment is under way. Send the same request again.');
    return (await spend(paid)) ? { payment: paid, headers } : ask(asked, resource, 'payment_used');
  }

  /** Null unless it was made for this resource at this price, lately. A program may name any payment. */
  async function find(paymentId: string | null, resource: string): Promise<Payment | null> {
    if (paymentId === null) return null;
    try {
      const payment = await payments.get(paymentId);
      const isOfResource = payment.metadata?.[resourceKey] === resource;
      const isOfPrice = payment.currency === price.currency && cents(payment.amount) === cents(price.amount);
      return isOfResource && isOfPrice && ageMs(payment) < dayMs ? payment : null;
    } catch (error) {
      if (error instanceof CausewayApiError && error.status < 500 && error.status !== 429) return null;
      throw error;
    }
  }

  /** Null while it has not come that far. */
  async function untilPaid(paymentId: string): Promise<Payment | null> {
    for (const endMs = Date.now() + finalWaitMs; ; await sleep(lookEveryMs, undefined)) {
      const payment = await payments.get(paymentId);
      const isPaid = payment.status === 'completed' || payment.status === until;
      if (isPaid || payment.status !== 'processing' || Date.now() > endMs) return isPaid ? payment : null;
    }
  }

  return async (asked) => {
    const { pathname, search } = new URL(asked.url);
    const resource = await digest(`${asked.method} ${pathname}${search}`);
    const signature = asked.header('payment-signature');
    return signature === null ? ask(asked, resource, null) : settle(asked, resource, signature);
  };
}

/** In memory of this process. Older payments are refused before they are looked up here. */
function spendOnce(): NonNullable<PaywallOptions['spend']> {
  const spentAtMs = new Map<string, number>();
  return ({ payment_id }) => {
    for (const [id, atMs] of spentAtMs) {
      if (Date.now() - atMs < dayMs) break;
      spentAtMs.delete(id);
    }
    if (spentAtMs.has(payment_id)) return false;
    spentAtMs.set(payment_id, Date.now());
    return true;
  };
}

function refuse(
  status: number,
  headers: Record<string, string>,
  message: string,
  more: Record<string, unknown> = {},
): Verdict {
  const body = JSON.stringify({ error: message, ...more });
  const own = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  return { payment: null, status, headers: { ...own, ...headers }, body };
}

const ageMs = ({ created_at }: Payment) => Date.now() - Date.parse(created_at);

const cents = (amount: string) => {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(2, '0')}`);
};

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
