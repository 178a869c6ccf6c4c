import { type ChainId, chainIds, type Token } from '../../lib/chains/registry.ts';
import type { Locale } from '../../lib/locales.ts';
import type { BrandingRow } from '../../merchants/branding.ts';
import type { ContactRow } from '../../merchants/contacts.ts';
import type { PaymentKey, PaymentRow } from '../../payments/payment/payment.ts';
import type { UnappliedStatus } from '../../payments/unapplied-funds/states.ts';
import type { UnappliedReason } from '../../payments/unapplied-funds/unapplied-fund.ts';
import type { Sql } from '../../platform/db/client.ts';

/** Anybody can send dust: the page shows no more than these. */
const maxArrivals = 50;

/** A payment option that was opened for a payment, with its locked quote. */
export interface CheckoutDeposit {
  chain: ChainId;
  token: Token;
  token_units: string;
  /** ISO 8601; null for a quote that was made before it was kept. */
  quote_expires_at: string | null;
  quoted_at: string | null;
  address: string;
  /** Null if not chosen on the page. The highest was chosen last. */
  choice: number | null;
}

/** Live money that came for a payment which is pending, or expired. */
export interface CheckoutArrival {
  chain: ChainId;
  /** Null for a token that is not in the registry. */
  token: Token | null;
  units: string;
  tx_hash: string | null;
  /** ISO 8601. */
  block_time: string;
  seen_at: string;
  /** Whether it is decided that it does not count: then it is among `unapplied` too. */
  is_unapplied: boolean;
  is_final: boolean;
}

/** Live money that a payment which is over did not take. */
interface CheckoutFund {
  chain: ChainId;
  /** A token of the registry, or the contract of another one. */
  token: string;
  units: string;
  tx_hash: string | null;
  reason: UnappliedReason;
  status: UnappliedStatus;
}

/** A refund as the customer sees it. */
interface CheckoutRefundRow {
  status: 'processing' | 'completed';
  amount_minor: string;
  chain: ChainId;
  token: Token;
  token_units: string;
  reason: string | null;
  refunded_to: string | null;
  tx_hash: string | null;
  /** When it completed, or began. ISO 8601. */
  at: string;
}

/** The part of a payment the page shows, without the merchant's private fields. */
export interface CheckoutRow
  extends BrandingRow,
    ContactRow,
    Omit<
      PaymentRow,
      | 'metadata'
      | 'reference_id'
      | 'customer_due_at'
      | 'look_at'
      | 'set_aside_at'
      | 'refunded_minor'
      | 'refunded_units'
    > {
  merchant_suspended: boolean;
  deposits: CheckoutDeposit[];
  /** The largest ones of an open payment. */
  arrivals: CheckoutArrival[];
  /** Of a live payment in processing: the fewest of its money. Else null. */
  confirmations: number | null;
  /** Of a test payment in processing: from when to when it is confirmed, in ISO 8601. */
  confirming: { from: string; to: string } | null;
  unapplied: CheckoutFund[];
  /** Transactions of the page's wallet that a node knows, newest first. */
  sent: { chain: ChainId; tx_hash: string }[];
  /** Signatures that were given for it, newest first. */
  signed: { chain: ChainId; status: string; failure_reason: string | null }[];
  /** Without failed ones, oldest first. */
  refunds: CheckoutRefundRow[];
  /** The payment that replaced this one. */
  retry_id: string | null;
  retried_from: string | null;
  /** Origin of the page whose button created the payment. */
  opener_origin: string | null;
}

/**
 * Returns rows in the order of the ids, undefined for unknown ids. Does not filter by merchant: checkouts are public,
 * and the unguessable id is the only credential.
 */
export async function selectCheckouts(sql: Sql, ids: string[]): Promise<(CheckoutRow | undefined)[]> {
  const rows = await sql<CheckoutRow[]>`
    select p.payment_id, p.merchant_id, p.environment, p.status, p.amount_minor, p.currency, p.description, p.purpose,
      p.exact_units,
      p.redirect_url, p.cancel_url, p.accepted_chains, p.accepted_tokens, p.customer_email,
      case when not p.locale_is_customers then p.locale end as locale, p.expires_at,
      p.created_at, p.completed_at, p.cancelled_at, p.chain, p.token, p.token_units, p.tx_hash, p.payer_address, p.failure_reason,
      p.failure_message, p.invoice_id, m.name as merchant_name, m.status = 'suspended' as merchant_suspended,
      m.support_email, m.support_url, logo.digest as logo_digest, m.accent_color, retry.payment_id as retry_id, p.retried_from,
      made.opener_origin,
      coalesce((
        select json_agg(json_build_object('chain', d.chain, 'token', d.token, 'token_units', d.token_units::text,
          'quote_expires_at', d.quote_expires_at, 'quoted_at', d.quoted_at, 'address', d.address,
          'choice', d.choice))
        from deposits d where d.payment_id = p.payment_id and d.merchant_id = p.merchant_id), '[]') as deposits,
      coalesce((
        select json_agg(largest) from (
          select a.chain, a.token, a.units::text, a.tx_hash, a.block_time, a.seen_at,
            a.state = 'final' as is_final, exists (
              select from unapplied_funds f
              where f.arrival_id = a.arrival_id and f.status not in ('reversed', 'applied')) as is_unapplied
          from arrivals a
          where a.chain = any(${chainIds}::text[]) and a.state <> 'gone' and a.screening is null and a.address in (
            select d.address from deposits d where d.payment_id = p.payment_id and d.merchant_id = p.merchant_id)
          order by a.units desc limit ${maxArrivals}) as largest
        where p.environment = 'live' and p.status in ('pending', 'expired')), '[]') as arrivals,
      (
        select min(greatest(0, c.number - a.block_number + 1))::integer
        from deposits d join arrivals a using (chain, address, token) join chain_cursors c using (chain)
        where d.payment_id = p.payment_id and d.merchant_id = p.merchant_id and d.chain = p.chain and d.token = p.token
          and a.state <> 'gone' and p.environment = 'live' and p.status = 'processing') as confirmations,
      (
        select json_build_object('from', min(t.broadcast_at), 'to', max(t.final_at))
        from deposits d join simulated_transactions t on t.to_address = d.address
        where d.payment_id = p.payment_id and d.merchant_id = p.merchant_id and d.chain = p.chain and d.token = p.token
          and p.environment = 'test' and p.status = 'processing' having count(*) > 0) as confirming,
      coalesce((
        select json_agg(json_build_object('chain', u.chain, 'token', u.token, 'units', u.token_units::text,
          'tx_hash', u.tx_hash, 'reason', u.reason, 'status', u.status) order by u.unapplied_id)
        from (
          select * from unapplied_funds f
          where f.payment_id = p.payment_id and f.merchant_id = p.merchant_id and f.status not in ('reversed', 'applied')
          order by f.token_units desc limit ${maxArrivals}) as u), '[]') as unapplied,
      coalesce((
        select json_agg(json_build_object('chain', a.chain, 'status', t.status, 'failure_reason', t.failure_reason)
          order by a.created_at desc)
        from authorizations a join transfers t using (transfer_id)
        where a.payment_id = p.payment_id and a.merchant_id = p.merchant_id and p.environment = 'live'
          and p.status = 'pending'), '[]') as signed,
      coalesce((
        select json_agg(json_build_object('chain', h.chain, 'tx_hash', h.tx_hash) order by h.given_at desc)
        from transaction_hints h
        where h.payment_id = p.payment_id and h.merchant_id = p.merchant_id and h.state in ('pending', 'mined')
          and p.status = 'pending'), '[]') as sent,
      coalesce((
        select json_agg(json_build_object('status', r.status, 'amount_minor', r.amount_minor::text, 'chain', r.chain,
          'token', r.token, 'token_units', r.token_units::text, 'reason', r.reason, 'refunded_to', r.refunded_to,
          'tx_hash', r.tx_hash, 'at', coalesce(r.completed_at, r.created_at)) order by r.refund_id)
        from refunds r
        where r.payment_id = p.payment_id and r.merchant_id = p.merchant_id and r.status <> 'failed'
          and p.status in ('refunded', 'partially_refunded')), '[]') as refunds
    from payments p
    join merchants m on m.merchant_id = p.merchant_id
    left join merchant_logos logo on logo.merchant_id = p.merchant_id
    left join payment_link_payments made on made.payment_id = p.payment_id and made.merchant_id = p.merchant_id
    left join payments retry on retry.retried_from = p.payment_id and retry.merchant_id = p.merchant_id
    where p.payment_id = any(${ids}::text[])`;
  const found = new Map(rows.map((row) => [row.payment_id, row]));
  return ids.map((id) => found.get(id));
}

/** Stops the simulated customer, unless it has already paid. */
export async function updateCustomerAway(sql: Sql, paymentId: string): Promise<void> {
  await sql`
    update payments set customer_due_at = null
    where payment_id = ${paymentId} and status = 'pending' and customer_due_at is not null`;
}

/** The language of the page that the customer saw last, unless the merchant has set one. */
export async function updateLocale(sql: Sql, paymentId: string, locale: Locale): Promise<void> {
  await sql`
    update payments set locale = ${locale}, locale_is_customers = true
    where payment_id = ${paymentId} and status = 'pending' and (locale is null or locale_is_customers)`;
}

/**
 * False if the payment is no longer pending or has passed its deadline, or has an address other than `replaced`.
 */
export async function updateCustomerEmail(
  sql: Sql,
  key: PaymentKey,
  email: string | null,
  replaced: string | null,
  now: Date,
): Promise<boolean> {
  const result = await sql`
    update payments set customer_email = ${email},
      email_from_checkout = email_from_checkout or customer_email is distinct from ${email}
    where payment_id = ${key.payment_id} and merchant_id = ${key.merchant_id} and status = 'pending'
      and expires_at > ${now} and (customer_email is null or customer_email = ${replaced})`;
  return result.count > 0;
}

/**
 * Inserts a copy of a failed payment that replaces it, also as a payment of its button or link. The simulated customer does not
 * pay it. Undefined if there is a retry already or the payment has not failed.
 */
export async function insertRetry(
  sql: Sql,
  key: PaymentKey,
  retryId: string,
  now: Date,
): Promise<{ payment_id: string; expires_at: Date } | undefined> {
  const [row] = await sql<{ payment_id: string; expires_at: Date }[]>`
    with retry as (
      insert into payments (payment_id, merchant_id, environment, status, amount_minor, currency, description,
        metadata, redirect_url, cancel_url, accepted_chains, accepted_tokens, customer_email, email_from_checkout,
        reference_id, locale, locale_is_customers, purpose, exact_units, expires_at, look_at, created_at, retried_from)
      select ${retryId}, merchant_id, environment, 'pending', amount_minor, currency, description, metadata,
        redirect_url, cancel_url, accepted_chains, accepted_tokens, customer_email, email_from_checkout, reference_id,
        locale, locale_is_customers, purpose, exact_units, ${now}::timestamptz + (expires_at - created_at), ${now}::timestamptz + (expires_at - created_at), ${now},
        payment_id
      from payments
      where payment_id = ${key.payment_id} and merchant_id = ${key.merchant_id} and status = 'failed'
      -- A second retry can violate either unique index: on retried_from or on the reference.
      on conflict do nothing
      returning payment_id, merchant_id, expires_at
    ), made as (
      insert into payment_link_payments (payment_id, merchant_id, environment, payment_link_id, opener_origin,
        network_digest)
      select retry.payment_id, merchant_id, environment, payment_link_id, opener_origin, network_digest
      from retry join payment_link_payments first using (merchant_id) where first.payment_id = ${key.payment_id}
    )
    select payment_id, expires_at from retry`;
  return row;
}
