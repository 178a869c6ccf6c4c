import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Metadata } from '../../lib/fields.ts';
import type { Fragment, Sql } from '../../platform/db/client.ts';
import { type Page, type PageRequest, selectPage } from '../../platform/db/page.ts';
import type { PaymentKey, PaymentRow } from '../payment/payment.ts';
import type { ButtonStatus } from './states.ts';

export interface ButtonKey {
  button_id: string;
  merchant_id: string;
}

/** The editable fields of a button. */
export interface ButtonContent {
  status: ButtonStatus;
  name: string;
  amount_minor: bigint;
  currency: Currency;
  description: string | null;
  metadata: Metadata;
  redirect_url: string | null;
  cancel_url: string | null;
  /** Null means the default for payments. */
  expiration_minutes: number | null;
  /** Null means all. */
  accepted_chains: ChainId[] | null;
  accepted_tokens: Token[] | null;
}

export interface ButtonRow extends ButtonKey, ButtonContent {
  environment: Environment;
  created_at: Date;
  updated_at: Date;
}

export async function insertButton(sql: Sql, row: ButtonRow): Promise<void> {
  await sql`
    insert into buttons (button_id, merchant_id, environment, created_at, updated_at, status, name, amount_minor,
      currency, description, metadata, redirect_url, cancel_url, expiration_minutes, accepted_chains, accepted_tokens)
    select ${row.button_id}, ${row.merchant_id}, ${row.environment}, ${row.created_at}, ${row.updated_at}, given.*
    from ${givenColumns(sql, row)}`;
}

/** Replaces all fields. Lock the button first. */
export async function updateButton(
  tx: Sql,
  key: ButtonKey,
  content: ButtonContent,
  now: Date,
): Promise<ButtonRow | undefined> {
  const [row] = await tx<ButtonRow[]>`
    update buttons b set status = given.status, name = given.name, amount_minor = given.amount_minor,
      currency = given.currency, description = given.description, metadata = given.metadata,
      redirect_url = given.redirect_url, cancel_url = given.cancel_url,
      expiration_minutes = given.expiration_minutes, accepted_chains = given.accepted_chains,
      accepted_tokens = given.accepted_tokens, updated_at = ${now}
    from ${givenColumns(tx, content)}
    where button_id = ${key.button_id} and merchant_id = ${key.merchant_id}
    returning b.*`;
  return row;
}

/** The editable columns as a one-row relation named `given`. */
function givenColumns(sql: Sql, content: ButtonContent): Fragment {
  const given = { ...content, amount_minor: content.amount_minor.toString() };
  return sql`
    json_to_recordset(${JSON.stringify([given])}::text::json) as given (status text, name text, amount_minor bigint,
      currency text, description text, metadata json, redirect_url text, cancel_url text, expiration_minutes integer,
      accepted_chains text[], accepted_tokens text[])`;
}

/** The caller checks the environment, because a mismatch has its own error code. */
export async function selectButton(sql: Sql, key: ButtonKey): Promise<ButtonRow | undefined> {
  const [row] = await sql<ButtonRow[]>`
    select * from buttons where button_id = ${key.button_id} and merchant_id = ${key.merchant_id}`;
  return row;
}

/** Blocks other updates of the button. Payments only reference its key, so they can still be created. */
export async function lockButton(tx: Sql, key: ButtonKey): Promise<ButtonRow | undefined> {
  const [row] = await tx<ButtonRow[]>`
    select * from buttons where button_id = ${key.button_id} and merchant_id = ${key.merchant_id}
    for no key update`;
  return row;
}

export interface ListFilter {
  environment: Environment;
  status: ButtonStatus | null;
}

export async function selectButtonPage(
  sql: Sql,
  filter: ListFilter,
  request: PageRequest,
): Promise<Page<ButtonRow>> {
  const where = sql`environment = ${filter.environment}
    ${filter.status ? sql`and status = ${filter.status}` : sql``}`;
  const columns = ['button_id', 'status', 'name', 'amount_minor', 'currency', 'description', 'metadata'];
  columns.push('redirect_url', 'cancel_url', 'expiration_minutes', 'accepted_chains', 'accepted_tokens');
  columns.push('created_at', 'updated_at');
  return selectPage(sql, { table: 'buttons', idColumn: 'button_id', columns, where }, request);
}

/** A payment with the button it was created from. */
export type ButtonPaymentRow = PaymentRow & { button_id: string };

/** `openerOrigin` is the origin of the page with the button. */
export async function insertButtonPayment(
  tx: Sql,
  row: ButtonPaymentRow,
  openerOrigin: string | null,
): Promise<void> {
  await tx`
    insert into button_payments (payment_id, merchant_id, environment, button_id, opener_origin)
    values (${row.payment_id}, ${row.merchant_id}, ${row.environment}, ${row.button_id}, ${openerOrigin})`;
}

/** Undefined also for payments that were not created from this button. */
export async function selectButtonPayment(
  sql: Sql,
  key: PaymentKey & ButtonKey,
): Promise<ButtonPaymentRow | undefined> {
  const [row] = await sql<ButtonPaymentRow[]>`
    select p.*, made.button_id from button_payments made
    join payments p using (payment_id, merchant_id)
    where made.payment_id = ${key.payment_id} and made.merchant_id = ${key.merchant_id}
      and made.button_id = ${key.button_id}`;
  return row;
}
