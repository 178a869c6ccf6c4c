import type { components } from '../../sdk/src/generated/openapi.ts';
import { field } from '../shared/field.ts';
import type { Settings } from './settings.ts';

type Schemas = components['schemas'];

const timeoutMs = 20_000;

/** The part of a button that the script uses. */
export type Offer = Pick<Schemas['PublicButton'], 'status' | 'amount' | 'currency'>;

/** The part of a button's payment that the script uses. */
export type Payment = Pick<Schemas['ButtonPayment'], 'payment_id' | 'status' | 'checkout_url'>;

export interface Api {
  offer(): Promise<Offer>;
  /** `intent` is the idempotency key: the same intent returns the same payment. */
  create(intent: string): Promise<Payment>;
  read(paymentId: string): Promise<Payment>;
}

/** Carries the API's error code, or UNREACHABLE when there was no response. */
export class ButtonError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function createApi({ source, key, buttonId, email, locale, localeIsChosen }: Settings): Api {
  // Relative to the script, so that it also works below a path prefix.
  const base = new URL(`api/v1/buttons/${buttonId}`, source).href;
  const payments = `${base}/payments`;

  async function send<T>(names: (keyof T & string)[], url: string, init: RequestInit = {}): Promise<T> {
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
      throw new ButtonError('UNREACHABLE', `No response from ${url}. Check the page's CSP (connect-src).`);
    }
    const data = field(body, 'data');
    if (response.ok && hasStrings<T>(data, names)) return data;
    const error = field(body, 'error');
    throw new ButtonError(
      String(field(error, 'code')),
      String(field(error, 'message') ?? `${url} returned ${response.status}.`),
    );
  }

  return {
    offer: () => send<Offer>(['status', 'amount', 'currency'], base),
    create: (intent) =>
      send<Payment>(paymentFields, payments, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': intent },
        body: JSON.stringify({ customer_email: email, checkout_options: localeIsChosen ? { locale } : null }),
      }),
    read: (paymentId) => send<Payment>(paymentFields, `${payments}/${paymentId}`),
  };
}

const paymentFields: (keyof Payment)[] = ['payment_id', 'status', 'checkout_url'];

function hasStrings<T>(data: unknown, names: (keyof T & string)[]): data is T {
  return names.every((name) => typeof field(data, name) === 'string');
}
