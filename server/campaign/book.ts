import type { Environment } from '../src/lib/environment.ts';
import type { Market } from './market.ts';

/** Who sends requests: a merchant in one environment. Several keys, since each has a limit of requests. */
export interface Tenant {
  name: string;
  merchantId: string;
  environment: Environment;
  keys: readonly string[];
}

export type Data = Record<string, unknown>;

export interface Sent {
  tenant: Tenant;
  path: string;
  body: object;
  idempotencyKey: string;
}

/** A request that changed something, and was answered. */
export interface Acknowledged extends Sent {
  /** The exact answer. */
  text: string;
  data: Data;
}

/** A live payment that a customer paid on the chain, from a wallet that pays nothing else. */
interface PaidLive {
  paymentId: string;
  market: Market;
  customer: string;
  /** Where the payment was to be paid. */
  address: string;
  units: bigint;
}

/** What those outside know: the checks compare it with the API and the chain. */
export interface Book {
  acknowledged: Acknowledged[];
  /** Refused, after an attempt without an answer. That one may be carried out later: errors are not kept under the key. */
  doubtful: Sent[];
  /** Statuses of a payment in the order they were read. */
  seen: Map<string, string[]>;
  paid: PaidLive[];
  /** What went wrong on the way: answers that no client should get, processes that ended by themselves. */
  problems: string[];
}

export const createBook = (): Book => ({
  acknowledged: [],
  doubtful: [],
  seen: new Map(),
  paid: [],
  problems: [],
});

/** Of the mail addresses that customers give. Merchants get mail too, elsewhere. */
export const customerDomain = '@customer.example';

/** What a POST makes, by its path, with the field of its id. */
export const resources: Record<string, string> = {
  '/payments': 'payment_id',
  '/refunds': 'refund_id',
  '/payouts': 'payout_id',
  '/invoices': 'invoice_id',
};

export function madeBy(book: Book, tenant: Tenant, path: string): Acknowledged[] {
  return book.acknowledged.filter((one) => one.tenant === tenant && one.path === path);
}

export function noteStatus({ seen }: Book, paymentId: string, status: string): void {
  const statuses = seen.get(paymentId) ?? [];
  if (statuses.at(-1) !== status) seen.set(paymentId, [...statuses, status]);
}
