import { field } from '../shared/field.ts';
import type { Settings } from './settings.ts';

const timeoutMs = 20_000;

/** What is sold, as far as a publishable key may know. */
export type Offer = Record<'status' | 'amount' | 'currency', string>;

/** The public state of a payment. */
export type Payment = Record<'payment_id' | 'status' | 'checkout_url', string>;

export interface Api {
  offer(): Promise<Offer>;
  /** The same intent makes the same payment, however often it is asked for. */
  create(intent: string): Promise<Payment>;
  read(paymentId: string): Promise<Payment>;
}

/** In the words of the API; its code is UNREACHABLE when there was no answer at all. */
export class ButtonError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function createApi({ source, key, buttonId, email, locale, localeIsChosen }: Settings): Api {
  // Relative to the script, so that it also works below a path of a proxy.
  const base = new URL(`api/v1/buttons/${buttonId}`, source).href;
  const payments = `${base}/payments`;

  async function send<Name extends string>(
    names: Name[],
    url: string,
    init: RequestInit = {},
  ): Promise<Record<Name, string>> {
    let response: Response;
    let body: unknown;
    try {
      response = await fetch(url, {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${key}` },
        credentials: 'omit',
        cache: 'no-store',
        signal: AbortSignal.timeout(timeoutMs),
      });
      body = await response.json();
    } catch {
      throw new ButtonError(
        'UNREACHABLE',
        `No answer from ${url}. Does connect-src of the page's policy allow it?`,
      );
    }
    const data = field(body, 'data');
    if (response.ok && holds(data, names)) return data;
    const error = field(body, 'error');
    throw new ButtonError(
      String(field(error, 'code')),
      String(field(error, 'message') ?? `${url} answered ${response.status}.`),
    );
  }

  return {
    offer: () => send(['status', 'amount', 'currency'], base),
    create: (intent) =>
      send(paymentFields, payments, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': intent },
        body: JSON.stringify({ customer_email: email, checkout_options: localeIsChosen ? { locale } : null }),
      }),
    read: (paymentId) => send(paymentFields, `${payments}/${paymentId}`),
  };
}

const paymentFields: (keyof Payment)[] = ['payment_id', 'status', 'checkout_url'];

function holds<Name extends string>(data: unknown, names: Name[]): data is Record<Name, string> {
  return names.every((name) => typeof field(data, name) === 'string');
}
