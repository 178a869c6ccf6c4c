import type { Environment } from '../../lib/environment.ts';
import type { Fragment, Sql } from '../../platform/db/client.ts';
import { claimColumns, claimStatement } from '../../platform/db/idempotency.ts';
import { type Page, type PageRequest, selectPage } from '../../platform/db/page.ts';
import type { NewPayment, PaymentChange, PaymentKey, PaymentListRow, PaymentRow } from './payment.ts';
import { type PaymentMove, type PaymentStatus, paymentMoves } from './states.ts';

/**
 * Inserts payments and their idempotency keys in one statement: one round trip and one commit. Returns the inserted ids;
 * the keys of the others already have a response. A taken reference is a unique violation and rolls back the statement.
 */
export async function insertPayments(sql: Sql, payments: NewPayment[], now: Date): Promise<Set<string>> {
  const rows = payments.map(({ row, kept }) => ({
    row,
    claim: kept && claimColumns(kept.claim, kept.answer),
  }));
  const inserted = await sql<{ payment_id: string }[]>`
    with request as materialized (
      select payment_id, merchant_id, environment, status, amount_minor, currency, description, metadata::json,
        redirect_url, cancel_url, accepted_chains::text[], accepted_tokens::text[], customer_email, reference_id,
        invoice_id, locale, expires_at, created_at, customer_due_at, idempotency_key, fingerprint::bytea,
        response_status, response_body, kept_until
      from unnest(
        ${rows.map(({ row }) => row.payment_id)}::text[], ${rows.map(({ row }) => row.merchant_id)}::text[],
        ${rows.map(({ row }) => row.environment)}::text[], ${rows.map(({ row }) => row.status)}::text[],
        ${rows.map(({ row }) => row.amount_minor.toString())}::bigint[], ${rows.map(({ row }) => row.currency)}::text[],
        ${rows.map(({ row }) => row.description)}::text[], ${rows.map(({ row }) => JSON.stringify(row.metadata))}::text[],
        ${rows.map(({ row }) => row.redirect_url)}::text[], ${rows.map(({ row }) => row.cancel_url)}::text[],
        ${rows.map(({ row }) => words(row.accepted_chains))}::text[],
        ${rows.map(({ row }) => words(row.accepted_tokens))}::text[],
        ${rows.map(({ row }) => row.customer_email)}::text[], ${rows.map(({ row }) => row.reference_id)}::text[],
        ${rows.map(({ row }) => row.invoice_id)}::text[], ${rows.map(({ row }) => row.locale)}::text[],
        ${rows.map(({ row }) => row.expires_at.toISOString())}::timestamptz[],
        ${rows.map(({ row }) => row.created_at.toISOString())}::timestamptz[],
        ${rows.map(({ row }) => row.customer_due_at?.toISOString() ?? null)}::timestamptz[],
        ${rows.map(({ claim }) => claim?.idempotency_key ?? null)}::text[],
        ${rows.map(({ claim }) => claim?.fingerprint ?? null)}::text[],
        ${rows.map(({ claim }) => claim?.response_status ?? null)}::smallint[],
        ${rows.map(({ claim }) => claim?.response_body ?? null)}::text[],
        ${rows.map(({ claim }) => claim?.kept_until.toISOString() ?? null)}::timestamptz[]
      ) as request (payment_id, merchant_id, environment, status, amount_minor, currency, description, metadata,
        redirect_url, cancel_url, accepted_chains, accepted_tokens, customer_email, reference_id, invoice_id, locale,
        expires_at, created_at, customer_due_at, idempotency_key, fingerprint, response_status, response_body,
        kept_until)
    ), claimed as (${claimStatement(sql, sql`request`, now)})
    insert into payments (payment_id, merchant_id, environment, status, amount_minor, currency, description, metadata,
      redirect_url, cancel_url, accepted_chains, accepted_tokens, customer_email, reference_id, invoice_id, locale,
      expires_at, created_at, customer_due_at, look_at)
    select payment_id, merchant_id, environment, status, amount_minor, currency, description, metadata, redirect_url,
      cancel_url, accepted_chains, accepted_tokens, customer_email, reference_id, invoice_id, locale, expires_at,
      created_at, customer_due_at, expires_at
    from request
    where idempotency_key is null
      or (merchant_id, environment, idempotency_key) in (select merchant_id, environment, idempotency_key from claimed)
    returning payment_id`;
  return new Set(inserted.map((row) => row.payment_id));
}

/** A Postgres array literal of words that need no quoting. */
function words(list: readonly string[]): string {
  return `{${list.join(',')}}`;
}

/** A payment with its row version (xmin), which changes with every update. */
export interface ReadPayment {
  row: PaymentRow;
  version: string;
}

/** In the order of the keys. The caller compares the environment: a mismatch is not the same as not found. */
export async function selectPayments(sql: Sql, keys: PaymentKey[]): Promise<(ReadPayment | undefined)[]> {
  const rows = await sql<(PaymentRow & { version: string })[]>`
    select p.*, p.xmin as version from payments p join ${wanted(sql, keys)} using (payment_id, merchant_id)`;
  const found = new Map<string, ReadPayment>();
  for (const { version, ...row } of rows) found.set(row.payment_id, { row, version });
  return keys.map((key) => {
    const read = found.get(key.payment_id);
    return read?.row.merchant_id === key.merchant_id ? read : undefined;
  });
}

/** Row versions by payment id. */
export async function selectPaymentVersions(sql: Sql, keys: PaymentKey[]): Promise<Map<string, string>> {
  // Aggregated into one row: the per-row overhead exceeds the data.
  const [found] = await sql<{ ids: string[] | null; versions: string[] | null }[]>`
    select array_agg(p.payment_id) as ids, array_agg(p.xmin::text) as versions
    from payments p join ${wanted(sql, keys)} using (payment_id, merchant_id)`;
  const versions = found?.versions ?? [];
  return new Map(found?.ids?.map((id, index) => [id, versions[index] ?? '']));
}

function wanted(sql: Sql, keys: PaymentKey[]) {
  return sql`unnest(${keys.map((k) => k.payment_id)}::text[], ${keys.map((k) => k.merchant_id)}::text[])
    as wanted (payment_id, merchant_id)`;
}

/** Locks a payment until the transaction ends. */
export async function lockPayment(tx: Sql, key: PaymentKey): Promise<PaymentRow | undefined> {
  const [row] = await tx<PaymentRow[]>`
    select * from payments where payment_id = ${key.payment_id} and merchant_id = ${key.merchant_id} for update`;
  return row;
}

/** Locks a live payment of any merchant, for the operator. */
export async function lockLivePayment(tx: Sql, paymentId: string): Promise<PaymentRow | undefined> {
  const [row] = await tx<PaymentRow[]>`
    select * from payments where payment_id = ${paymentId} and environment = 'live' for update`;
  return row;
}

/** Locks the live payments with these deposit addresses, in one order, so that two workers cannot lock each other out. */
export async function lockPaymentsAt(tx: Sql, addresses: string[]): Promise<PaymentRow[]> {
  return tx<PaymentRow[]>`
    select * from payments where (payment_id, merchant_id) in (
      select payment_id, merchant_id from deposits where address = any(${addresses}::text[]) and environment = 'live')
    order by payment_id for update`;
}

export interface ListFilter {
  environment: Environment;
  status: PaymentStatus | null;
  referenceId: string | null;
  /** Bounds on payment_id, which sorts by creation: from inclusive, before exclusive. */
  fromId: string | null;
  beforeId: string | null;
}

export async function selectPaymentPage(
  sql: Sql,
  filter: ListFilter,
  request: PageRequest,
): Promise<Page<PaymentListRow>> {
  const where = sql`environment = ${filter.environment}
    ${filter.status ? sql`and status = ${filter.status}` : sql``}
    ${filter.referenceId !== null ? ofReference(sql, filter.referenceId) : sql``}
    ${filter.fromId ? sql`and payment_id >= ${filter.fromId}` : sql``}
    ${filter.beforeId ? sql`and payment_id < ${filter.beforeId}` : sql``}`;
  const columns = ['payment_id', 'status', 'amount_minor', 'currency', 'chain', 'token', 'created_at'];
  return selectPage(sql, { table: 'payments', idColumn: 'payment_id', columns, where }, request);
}

/** The index has the reference in lower case first. */
function ofReference(sql: Sql, referenceId: string): Fragment {
  return sql`and lower(reference_id) = lower(${referenceId}) and reference_id = ${referenceId}`;
}

/**
 * The only statement that changes a payment's status. Changes and returns only payments in a state that allows the move,
 * so the second of two concurrent moves gets nothing back.
 */
export async function movePayments(
  sql: Sql,
  move: PaymentMove,
  now: Date,
  changes: readonly PaymentChange[],
): Promise<PaymentRow[]> {
  if (changes.length === 0) return [];
  const { from, to } = paymentMoves[move];
  const column = <K extends keyof PaymentChange>(name: K) =>
    changes.map((change) => change[name]?.toString() ?? null);
  const isRefund = ['refund_part', 'refund_whole', 'release_refunds'].includes(move);
  return sql<PaymentRow[]>`
    update payments p set
      status = ${to},
      detected_at = case when ${move === 'detect'} then ${now} else p.detected_at end,
      completed_at = case when ${move === 'confirm'} then ${now} else p.completed_at end,
      cancelled_at = case when ${move === 'cancel'} then ${now} else p.cancelled_at end,
      customer_due_at = null,
      look_at = case when ${isRefund} then p.look_at else change.look_at end,
      set_aside_at = case when ${isRefund} then p.set_aside_at end,
      chain = coalesce(change.chain, p.chain),
      token = coalesce(change.token, p.token),
      token_units = coalesce(change.token_units, p.token_units),
      tx_hash = coalesce(change.tx_hash, p.tx_hash),
      payer_address = coalesce(change.payer_address, p.payer_address),
      failure_reason = coalesce(change.failure_reason, p.failure_reason),
      failure_message = coalesce(change.failure_message, p.failure_message),
      fee_bps = coalesce(change.fee_bps, p.fee_bps)
    from unnest(${column('payment_id')}::text[], ${column('merchant_id')}::text[], ${column('chain')}::text[],
      ${column('token')}::text[], ${column('token_units')}::numeric[], ${column('tx_hash')}::text[],
      ${column('payer_address')}::text[], ${column('failure_reason')}::text[], ${column('failure_message')}::text[],
      ${column('fee_bps')}::smallint[], ${changes.map(({ look_at }) => look_at?.toISOString() ?? null)}::timestamptz[])
      as change (payment_id, merchant_id, chain, token, token_units, tx_hash, payer_address, failure_reason,
        failure_message, fee_bps, look_at)
    where p.payment_id = change.payment_id and p.merchant_id = change.merchant_id and p.status = any(${[...from]}::text[])
      -- A payment detected on one chain in one token is confirmed or fails there, or nowhere.
      and (${move !== 'fail' && move !== 'confirm'} or p.chain is null or (p.chain = change.chain and p.token = change.token))
    returning p.*`;
}

/** What a payment that stays `processing` shows of its money. */
export async function updateShown(
  sql: Sql,
  key: PaymentKey,
  { token_units, tx_hash, payer_address }: Pick<PaymentRow, 'token_units' | 'tx_hash' | 'payer_address'>,
): Promise<PaymentRow[]> {
  return sql<PaymentRow[]>`
    update payments set token_units = ${token_units}::numeric, tx_hash = ${tx_hash}, payer_address = ${payer_address}
    where payment_id = ${key.payment_id} and merchant_id = ${key.merchant_id} and status = 'processing'
    returning *`;
}

/** Apart from the insertion, which is made for many payments at once: top-ups are rare. */
export async function updatePurpose(tx: Sql, row: PaymentRow): Promise<void> {
  await tx`
    update payments set purpose = ${row.purpose}, exact_units = ${row.exact_units}::numeric
    where payment_id = ${row.payment_id} and merchant_id = ${row.merchant_id}`;
}

/** Sets the refunded sum of a locked payment. A constraint rejects more than was paid. */
export async function updateRefunded(tx: Sql, key: PaymentKey, minor: bigint, units: bigint): Promise<void> {
  await tx`
    update payments set refunded_minor = ${minor.toString()}::bigint, refunded_units = ${units.toString()}::numeric
    where payment_id = ${key.payment_id} and merchant_id = ${key.merchant_id}`;
}

/** When to look at payments next that did not move. */
export async function updateLooks(
  tx: Sql,
  rows: readonly (PaymentKey & { look_at: Date | null })[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx`
    update payments p set look_at = next.look_at, set_aside_at = null
    from unnest(${rows.map((row) => row.payment_id)}::text[], ${rows.map((row) => row.merchant_id)}::text[],
      ${rows.map(({ look_at }) => look_at?.toISOString() ?? null)}::timestamptz[]) as next (payment_id, merchant_id, look_at)
    where p.payment_id = next.payment_id and p.merchant_id = next.merchant_id`;
}

/** Notes that what came for a payment could not be written. The operator is told, and it is tried again. */
export async function updateSetAside(tx: Sql, key: PaymentKey, now: Date, lookAt: Date): Promise<void> {
  await tx`
    update payments set set_aside_at = coalesce(set_aside_at, ${now}), look_at = ${lookAt}
    where payment_id = ${key.payment_id} and merchant_id = ${key.merchant_id}`;
}

/** Locks payments whose time has come. Another worker takes others. */
export async function lockDue(tx: Sql, now: Date, limit: number): Promise<PaymentRow[]> {
  return tx<PaymentRow[]>`
    select * from payments where look_at <= ${now} order by look_at, payment_id limit ${limit} for update skip locked`;
}

export async function nextLook(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ look_at: Date }[]>`
    select look_at from payments where look_at is not null order by look_at limit 1`;
  return row?.look_at ?? null;
}
