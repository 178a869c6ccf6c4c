import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type Page, type PageRequest, selectPage } from '../../platform/db/page.ts';
import type { PaymentKey, PaymentListRow, PaymentRow } from '../payment/payment.ts';
import { isSettled, paymentStatuses } from '../payment/states.ts';
import type {
  LinkCounts,
  LinkKind,
  PaymentLinkKey,
  PaymentLinkRow,
  PublicLink,
  ShownLink,
} from './payment-link.ts';
import type { PaymentLinkStatus } from './states.ts';

const settled = paymentStatuses.filter(isSettled);

/** What the merchant sets. */
const contentColumns = [
  ...['status', 'name', 'currency', 'amount_minor', 'minimum_minor', 'maximum_minor', 'suggested_minor'],
  ...['description', 'metadata', 'redirect_url', 'cancel_url', 'expiration_minutes', 'accepted_chains'],
  ...['accepted_tokens', 'max_payments', 'expires_at', 'updated_at'],
];

export async function insertLink(sql: Sql, row: PaymentLinkRow): Promise<void> {
  await sql`
    insert into payment_links
    select * from json_populate_record(null::payment_links, ${jsonOf(row)}::text::json)`;
}

/** Replaces all that the merchant sets. Lock the link first. */
export async function updateLink(tx: Sql, row: PaymentLinkRow): Promise<void> {
  await tx`
    update payment_links set (${tx(contentColumns)}) = (
      select ${tx(contentColumns)} from json_populate_record(null::payment_links, ${jsonOf(row)}::text::json))
    where payment_link_id = ${row.payment_link_id} and merchant_id = ${row.merchant_id}`;
}

function jsonOf(row: PaymentLinkRow): string {
  return JSON.stringify(row, (_name, value) => (typeof value === 'bigint' ? value.toString() : value));
}

/** The caller checks the environment, because a mismatch has its own error code. */
export async function selectLink(sql: Sql, key: PaymentLinkKey): Promise<PaymentLinkRow | undefined> {
  const [row] = await sql<PaymentLinkRow[]>`
    select * from payment_links where payment_link_id = ${key.payment_link_id} and merchant_id = ${key.merchant_id}`;
  return row;
}

/** Blocks updates of the link. Payments only reference its key: a button's can be made meanwhile. */
export async function lockLink(tx: Sql, key: PaymentLinkKey): Promise<PaymentLinkRow | undefined> {
  const [row] = await tx<PaymentLinkRow[]>`
    select * from payment_links where payment_link_id = ${key.payment_link_id} and merchant_id = ${key.merchant_id}
    for no key update`;
  return row;
}

export interface ListFilter {
  kind: LinkKind;
  environment: Environment;
  status: PaymentLinkStatus | null;
}

export async function selectLinkPage(
  sql: Sql,
  { kind, environment, status }: ListFilter,
  request: PageRequest,
): Promise<Page<ShownLink>> {
  const where = sql`environment = ${environment} and kind = ${kind} ${status ? sql`and status = ${status}` : sql``}`;
  const columns = ['payment_link_id', ...contentColumns, 'created_at'];
  const source = { table: 'payment_links', idColumn: 'payment_link_id', columns, where };
  return selectPage(sql, source, request);
}

export async function selectLinkPayments(
  sql: Sql,
  link: PaymentLinkKey,
  request: PageRequest,
): Promise<Page<PaymentListRow>> {
  const where = sql`payment_id in (
    select made.payment_id from payment_link_payments made
    where made.merchant_id = ${link.merchant_id} and made.payment_link_id = ${link.payment_link_id})`;
  const columns = ['payment_id', 'status', 'amount_minor', 'currency', 'chain', 'token', 'created_at'];
  return selectPage(sql, { table: 'payments', idColumn: 'payment_id', columns, where }, request);
}

/** Undefined also for payments that were not made from this link. */
export async function selectLinkPayment(
  sql: Sql,
  key: PaymentKey & PaymentLinkKey,
): Promise<PaymentRow | undefined> {
  const [row] = await sql<PaymentRow[]>`
    select p.* from payment_link_payments made join payments p using (payment_id, merchant_id)
    where made.payment_id = ${key.payment_id} and made.merchant_id = ${key.merchant_id}
      and made.payment_link_id = ${key.payment_link_id}`;
  return row;
}

export async function countLinkPayments(sql: Sql, link: PaymentLinkKey): Promise<LinkCounts> {
  const [row] = await sql<LinkCounts[]>`
    select count(*) filter (where p.status = 'processing' or p.status = any(${settled}::text[]))::int as paid,
      count(*) filter (where p.status = any(${settled}::text[]))::int as completed
    from payment_link_payments made join payments p using (payment_id, merchant_id)
    where made.merchant_id = ${link.merchant_id} and made.payment_link_id = ${link.payment_link_id}`;
  return row ?? { paid: 0, completed: 0 };
}

/** Does not filter by merchant: the page is public, and the unguessable id is the only credential. */
export async function selectPublicLink(sql: Sql, paymentLinkId: string): Promise<PublicLink | undefined> {
  const [row] = await sql<PublicLink[]>`
    select l.*, m.name as merchant_name, m.status = 'suspended' as merchant_suspended, m.max_usd_minor,
      logo.digest as logo_digest, m.accent_color, m.support_email, m.support_url
    from payment_links l
    join merchants m on m.merchant_id = l.merchant_id
    left join merchant_logos logo on logo.merchant_id = l.merchant_id
    where l.payment_link_id = ${paymentLinkId}`;
  return row;
}

/** Unpaid payments that can still be paid. `sinceId` bounds the search: older ones have expired. */
export async function countUnpaid(
  tx: Sql,
  link: PaymentLinkKey,
  networkDigest: string,
  sinceId: string,
): Promise<{ all: number; own: number }> {
  const [row] = await tx<{ all: number; own: number }[]>`
    select count(*)::int as all, count(*) filter (where made.network_digest = ${networkDigest})::int as own
    from payment_link_payments made join payments p using (payment_id, merchant_id)
    where made.merchant_id = ${link.merchant_id} and made.payment_link_id = ${link.payment_link_id}
      and made.payment_id >= ${sinceId} and p.status = 'pending'`;
  return row ?? { all: 0, own: 0 };
}

/** Where a payment of a link comes from. */
export interface LinkPaymentOrigin {
  /** Origin of the page with the button. */
  openerOrigin?: string | null;
  networkDigest?: string;
}

export async function insertLinkPayment(
  tx: Sql,
  payment: Pick<PaymentRow, 'payment_id' | 'merchant_id' | 'environment'>,
  paymentLinkId: string,
  { openerOrigin = null, networkDigest }: LinkPaymentOrigin,
): Promise<void> {
  await tx`
    insert into payment_link_payments (payment_id, merchant_id, environment, payment_link_id, opener_origin,
      network_digest)
    values (${payment.payment_id}, ${payment.merchant_id}, ${payment.environment}, ${paymentLinkId}, ${openerOrigin},
      ${networkDigest ?? null})`;
}
