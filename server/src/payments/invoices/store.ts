import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import { formatMillionths, parseMillionths } from '../../lib/money.ts';
import type { Fragment, Sql } from '../../platform/db/client.ts';
import { type Page, type PageRequest, selectPage } from '../../platform/db/page.ts';
import type { InvoiceContent, InvoiceKey, InvoiceNumber, InvoiceRow, InvoiceSeller } from './invoice.ts';
import { type InvoiceMove, type InvoiceStatus, invoiceMoves } from './states.ts';
import type { Line } from './totals.ts';

/** As read from Postgres: numerics are strings, also inside JSON. */
interface StoredInvoice extends Omit<InvoiceRow, 'lines' | 'tax_rate_millionths'> {
  tax_rate: string;
  lines: { description: string; quantity: string; unit_price_minor: string; amount_minor: string }[];
}

function toRow({ tax_rate, lines, ...row }: StoredInvoice): InvoiceRow {
  return {
    ...row,
    tax_rate_millionths: parseMillionths(tax_rate),
    lines: lines.map((line) => ({
      description: line.description,
      quantity_millionths: parseMillionths(line.quantity),
      unit_price_minor: BigInt(line.unit_price_minor),
      amount_minor: BigInt(line.amount_minor),
    })),
  };
}

/** The columns of invoice `i`, with its lines in order. */
function wholeInvoice(sql: Sql): Fragment {
  return sql`
    i.*, (
      select json_agg(json_build_object('description', description, 'quantity', quantity::text,
        'unit_price_minor', unit_price_minor::text, 'amount_minor', line.amount_minor::text) order by position)
      from invoice_lines line where line.invoice_id = i.invoice_id and line.merchant_id = i.merchant_id
    ) as lines`;
}

export async function insertInvoice(tx: Sql, row: InvoiceRow): Promise<void> {
  await tx`
    insert into invoices (invoice_id, merchant_id, environment, status, created_at, invoice_number, numbered,
      number_generated, currency, subtotal_minor, tax_rate, tax_amount_minor, amount_minor, customer_email,
      customer_name, memo, due_date, metadata, accepted_chains, accepted_tokens, customer_address,
      customer_tax_id, seller_name, seller_address, seller_tax_id)
    select ${row.invoice_id}, ${row.merchant_id}, ${row.environment}, ${row.status}, ${row.created_at}, given.*,
      ${row.seller_name}, ${row.seller_address}, ${row.seller_tax_id}
    from ${givenColumns(tx, row, row)}`;
  await insertLines(tx, row, row.lines);
}

export async function selectSeller(
  tx: Sql,
  { merchant_id }: Pick<InvoiceKey, 'merchant_id'>,
): Promise<InvoiceSeller> {
  const [seller] = await tx<InvoiceSeller[]>`
    select name as seller_name, address as seller_address, tax_id as seller_tax_id
    from merchants where merchant_id = ${merchant_id}`;
  if (!seller) throw new Error(`no merchant ${merchant_id}`);
  return seller;
}

/** Replaces the draft's fields and lines. Undefined if it is no longer a draft. */
export async function updateDraft(
  tx: Sql,
  key: InvoiceKey,
  content: InvoiceContent,
  number: InvoiceNumber,
): Promise<InvoiceRow | undefined> {
  const { count } = await tx`
    update invoices i set invoice_number = given.invoice_number, numbered = given.numbered,
      number_generated = given.number_generated, currency = given.currency, subtotal_minor = given.subtotal_minor,
      tax_rate = given.tax_rate, tax_amount_minor = given.tax_amount_minor, amount_minor = given.amount_minor,
      customer_email = given.customer_email, customer_name = given.customer_name, memo = given.memo,
      due_date = given.due_date, metadata = given.metadata, accepted_chains = given.accepted_chains,
      accepted_tokens = given.accepted_tokens, customer_address = given.customer_address,
      customer_tax_id = given.customer_tax_id
    from ${givenColumns(tx, content, number)}
    where invoice_id = ${key.invoice_id} and merchant_id = ${key.merchant_id} and status = 'draft'`;
  if (count === 0) return undefined;
  await tx`delete from invoice_lines where invoice_id = ${key.invoice_id} and merchant_id = ${key.merchant_id}`;
  await insertLines(tx, key, content.lines);
  return selectInvoice(tx, key);
}

/** The editable columns as a one-row relation named `given`. */
function givenColumns(tx: Sql, content: InvoiceContent, number: InvoiceNumber): Fragment {
  const given = {
    ...content,
    lines: undefined,
    subtotal_minor: content.subtotal_minor.toString(),
    tax_rate: formatMillionths(content.tax_rate_millionths, 0),
    tax_rate_millionths: undefined,
    tax_amount_minor: content.tax_amount_minor.toString(),
    amount_minor: content.amount_minor.toString(),
    invoice_number: number.invoice_number,
    numbered: number.numbered?.toString() ?? null,
    number_generated: number.number_generated,
  };
  return tx`
    json_to_recordset(${JSON.stringify([given])}::text::json) as given (invoice_number text, numbered bigint,
      number_generated boolean, currency text, subtotal_minor bigint, tax_rate numeric, tax_amount_minor bigint,
      amount_minor bigint, customer_email text, customer_name text, memo text, due_date date, metadata json,
      accepted_chains text[], accepted_tokens text[], customer_address text, customer_tax_id text)`;
}

async function insertLines(tx: Sql, { invoice_id, merchant_id }: InvoiceKey, lines: Line[]): Promise<void> {
  const rows = lines.map((line, position) => ({
    position,
    description: line.description,
    quantity: formatMillionths(line.quantity_millionths, 0),
    unit_price_minor: line.unit_price_minor.toString(),
    amount_minor: line.amount_minor.toString(),
  }));
  await tx`
    insert into invoice_lines (invoice_id, merchant_id, position, description, quantity, unit_price_minor, amount_minor)
    select ${invoice_id}, ${merchant_id}, position, description, quantity, unit_price_minor, amount_minor
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as line (position smallint, description text,
      quantity numeric, unit_price_minor bigint, amount_minor bigint)`;
}

/** The caller checks the environment, because a mismatch has its own error code. */
export async function selectInvoice(sql: Sql, key: InvoiceKey): Promise<InvoiceRow | undefined> {
  const [row] = await sql<StoredInvoice[]>`
    select ${wholeInvoice(sql)} from invoices i
    where invoice_id = ${key.invoice_id} and merchant_id = ${key.merchant_id}`;
  return row && toRow(row);
}

/** Never wait for a payment's row lock while holding this one: confirming a payment locks payment, then invoice. */
export async function lockInvoice(tx: Sql, key: InvoiceKey): Promise<InvoiceRow | undefined> {
  const [row] = await tx<StoredInvoice[]>`
    select ${wholeInvoice(tx)} from invoices i
    where invoice_id = ${key.invoice_id} and merchant_id = ${key.merchant_id} for update of i`;
  return row && toRow(row);
}

/** For the public invoice page, which only has the id. */
export async function selectInvoiceOwner(sql: Sql, invoiceId: string): Promise<InvoiceKey | undefined> {
  const [row] = await sql<InvoiceKey[]>`
    select invoice_id, merchant_id from invoices where invoice_id = ${invoiceId}`;
  return row;
}

export interface ListFilter {
  environment: Environment;
  status: InvoiceStatus | null;
  customerEmail: string | null;
  /** Bounds on invoice_id, which sorts by creation time: from inclusive, before exclusive. */
  fromId: string | null;
  beforeId: string | null;
}

export type InvoiceListRow = Pick<
  InvoiceRow,
  | 'invoice_id'
  | 'status'
  | 'invoice_number'
  | 'amount_minor'
  | 'currency'
  | 'customer_email'
  | 'customer_name'
  | 'due_date'
  | 'created_at'
  | 'subtotal_minor'
  | 'tax_amount_minor'
  | 'paid_at'
  | 'payment_id'
>;

export async function selectInvoicePage(
  sql: Sql,
  filter: ListFilter,
  request: PageRequest,
): Promise<Page<InvoiceListRow>> {
  const where = sql`environment = ${filter.environment}
    ${filter.status ? sql`and status = ${filter.status}` : sql``}
    ${filter.customerEmail !== null ? sql`and customer_email = ${filter.customerEmail}` : sql``}
    ${filter.fromId ? sql`and invoice_id >= ${filter.fromId}` : sql``}
    ${filter.beforeId ? sql`and invoice_id < ${filter.beforeId}` : sql``}`;
  const columns = ['invoice_id', 'status', 'invoice_number', 'amount_minor', 'currency', 'customer_email'];
  columns.push(
    'customer_name',
    'due_date',
    'created_at',
    'subtotal_minor',
    'tax_amount_minor',
    'paid_at',
    'payment_id',
  );
  return selectPage(sql, { table: 'invoices', idColumn: 'invoice_id', columns, where }, request);
}

/** What a move writes besides the status. */
export interface InvoiceChange extends InvoiceKey {
  payment_id?: string | null;
  chain?: ChainId | null;
  token?: Token | null;
}

/**
 * The only statement that changes an invoice's status. It changes and returns only invoices in a state the move allows, so
 * the second of two concurrent moves returns nothing.
 */
export async function moveInvoices(
  tx: Sql,
  move: InvoiceMove,
  now: Date,
  changes: InvoiceChange[],
): Promise<InvoiceRow[]> {
  if (changes.length === 0) return [];
  const { from, to } = invoiceMoves[move];
  const column = <K extends keyof InvoiceChange>(name: K) => changes.map((change) => change[name] ?? null);
  const rows = await tx<StoredInvoice[]>`
    update invoices i set
      status = ${to},
      voided_at = case when ${move === 'void'} then ${now} else i.voided_at end,
      paid_at = case when ${move === 'pay'} then ${now} else i.paid_at end,
      payment_id = coalesce(change.payment_id, i.payment_id),
      chain = coalesce(change.chain, i.chain),
      token = coalesce(change.token, i.token)
      ${move === 'finalize' ? settingSeller(tx) : tx``}
    from unnest(${column('invoice_id')}::text[], ${column('merchant_id')}::text[], ${column('payment_id')}::text[],
      ${column('chain')}::text[], ${column('token')}::text[])
      as change (invoice_id, merchant_id, payment_id, chain, token)
    where i.invoice_id = change.invoice_id and i.merchant_id = change.merchant_id
      and i.status = any(${[...from]}::text[])
    returning ${wholeInvoice(tx)}`;
  return rows.map(toRow);
}

/** An issued invoice keeps the seller that the settings name now. */
function settingSeller(tx: Sql): Fragment {
  return tx`, (seller_name, seller_address, seller_tax_id) =
    (select m.name, m.address, m.tax_id from merchants m where m.merchant_id = i.merchant_id)`;
}
