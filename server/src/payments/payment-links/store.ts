import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type Page, type PageRequest, selectPage } from '../../platform/db/page.ts';
import type { PaymentListRow, PaymentRow } from '../payment/payment.ts';
import { isSettled, paymentStatuses } from '../payment/states.ts';
import type { LinkCounts, PaymentLinkKey, PaymentLinkRow, PublicLink } from './payment-link.ts';
import type { PaymentLinkStatus } from './states.ts';

const settled = paymentStatuses.filter(isSettled);

export async function insertLink(sql: Sql, row: PaymentLinkRow): Promise<void> {
  await sql`
    insert into payment_links (payment_link_id, merchant_id, environment, status, name, currency, amount_minor,
      minimum_minor, maximum_minor, suggested_minor, description, metadata, redirect_url, cancel_url,
      expiration_minutes, accepted_chains, accepted_tokens, max_payments, expires_at, created_at, updated_at)
    values (${row.payment_link_id}, ${row.merchant_id}, ${row.environment}, ${row.status}, ${row.name},
      ${row.currency}, ${minor(row.amount_minor)}::bigint, ${minor(row.minimum_minor)}::bigint,
      ${minor(row.maximum_minor)}::bigint, ${minor(row.suggested_minor)}::bigint, ${row.description},
      ${JSON.stringify(row.metadata)}::text::json, ${row.redirect_url}, ${row.cancel_url}, ${row.expiration_minutes},
      ${row.accepted_chains}::text[], ${row.accepted_tokens}::text[], ${row.max_payments}, ${row.expires_at},
      ${row.created_at}, ${row.updated_at})`;
}

function minor(value: bigint | null): string | null {
  return value === null ? null : value.toString();
}

/** The caller checks the environment, because a mismatch has its own error code. */
export async function selectLink(sql: Sql, key: PaymentLinkKey): Promise<PaymentLinkRow | undefined> {
  const [row] = await sql<PaymentLinkRow[]>`
    select * from payment_links where payment_link_id = ${key.payment_link_id} and merchant_id = ${key.merchant_id}`;
  return row;
}

export async function updateStatus(
  sql: Sql,
  key: PaymentLinkKey,
  status: PaymentLinkStatus,
  now: Date,
): Promise<PaymentLinkRow | undefined> {
  const [row] = await sql<PaymentLinkRow[]>`
    update payment_links set status = ${status}, updated_at = ${now}
    where payment_link_id = ${key.payment_link_id} and merchant_id = ${key.merchant_id}
    returning *`;
  return row;
}

export interface ListFilter {
  environment: Environment;
  status: PaymentLinkStatus | null;
}

export async function selectLinkPage(
  sql: Sql,
  filter: ListFilter,
  request: PageRequest,
): Promise<Page<PaymentLinkRow>> {
  const where = sql`environment = ${filter.environment}
    ${filter.status ? sql`and status = ${filter.status}` : sql``}`;
  const columns = ['payment_link_id', 'status', 'name', 'currency', 'amount_minor', 'minimum_minor'];
  columns.push('maximum_minor', 'suggested_minor', 'description', 'metadata', 'redirect_url', 'cancel_url');
  columns.push('expiration_minutes', 'accepted_chains', 'accepted_tokens', 'max_payments', 'expires_at');
  columns.push('created_at', 'updated_at');
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
      logo.digest as logo_digest, m.accent_color
    from payment_links l
    join merchants m on m.merchant_id = l.merchant_id
    left join merchant_logos logo on logo.merchant_id = l.merchant_id
    where l.payment_link_id = ${paymentLinkId}`;
  return row;
}

/** Payments of one link are created one after the other, so that its limits hold. */
export async function lockLink(tx: Sql, key: PaymentLinkKey): Promise<PaymentLinkRow | undefined> {
  const [row] = await tx<PaymentLinkRow[]>`
    select * from payment_links where payment_link_id = ${key.payment_link_id} and merchant_id = ${key.merchant_id}
    for no key update`;
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

export async function insertLinkPayment(
  tx: Sql,
  payment: Pick<PaymentRow, 'payment_id' | 'merchant_id' | 'environment'>,
  paymentLinkId: string,
  networkDigest: string,
): Promise<void> {
  await tx`
    insert into payment_link_payments (payment_id, merchant_id, environment, payment_link_id, network_digest)
    values (${payment.payment_id}, ${payment.merchant_id}, ${payment.environment}, ${paymentLinkId}, ${networkDigest})`;
}
