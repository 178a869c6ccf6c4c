import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { Environment } from '../../lib/environment.ts';
import type { PaymentRow } from '../../payments/payment/payment.ts';
import type { PaymentStatus } from '../../payments/payment/states.ts';
import type { Fragment, Sql } from '../../platform/db/client.ts';
import { type Page, type PageRequest, selectPage } from '../../platform/db/page.ts';
import { selectMatches } from './payment-search-store.ts';

export interface PaymentFilter {
  environment: Environment;
  /** Prefix of a payment id, reference id, e-mail address, transaction hash or payer address; an amount; a deposit address. */
  search: string | null;
  status: PaymentStatus | null;
  chain: ChainId | null;
  token: Token | null;
  currency: Currency | null;
  /** Bounds on payment_id, which sorts by creation: `fromId` inclusive, `beforeId` exclusive. */
  fromId: string | null;
  beforeId: string | null;
}

const columns = [
  'payment_id',
  'status',
  'amount_minor',
  'currency',
  'description',
  'customer_email',
  'reference_id',
  'chain',
  'token',
  'token_units',
  'tx_hash',
  'payer_address',
  'refunded_minor',
  'invoice_id',
  'purpose',
  'created_at',
  'completed_at',
  'cancelled_at',
] as const satisfies (keyof PaymentRow)[];

export type ListedPayment = Pick<PaymentRow, (typeof columns)[number]>;

export async function selectFilteredPage(
  sql: Sql,
  filter: PaymentFilter,
  request: PageRequest,
): Promise<Page<ListedPayment>> {
  const { environment, search } = filter;
  const conditions = () => conditionsOf(sql, filter);
  const ids =
    search === null ? [] : await selectMatches(sql, { environment, text: search, conditions }, request);
  const where = sql`environment = ${environment} ${conditions()}
    ${search === null ? sql`` : sql`and payment_id = any(${ids}::text[])`}`;
  return selectPage(
    sql,
    { table: 'payments', idColumn: 'payment_id', columns: [...columns], where },
    request,
  );
}

function conditionsOf(
  sql: Sql,
  { status, chain, token, currency, fromId, beforeId }: PaymentFilter,
): Fragment {
  return sql`
    ${status ? sql`and status = ${status}` : sql``}
    ${chain ? sql`and chain = ${chain}` : sql``}
    ${token ? sql`and token = ${token}` : sql``}
    ${currency ? sql`and currency = ${currency}` : sql``}
    ${currency && currency !== 'USD' ? sql`and currency <> 'USD'` : sql``}
    ${fromId ? sql`and payment_id >= ${fromId}` : sql``}
    ${beforeId ? sql`and payment_id < ${beforeId}` : sql``}`;
}
