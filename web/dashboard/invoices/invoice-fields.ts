import { changesOf } from '../shared/changes.ts';
import { type MetadataRow, metadataOf, metadataRows } from '../shared/metadata.ts';
import type { Invoice } from '../shared/types.ts';
import type { TypedLine } from './live-totals.ts';
import { fractionOf, percentOf } from './percent.ts';

/** The stable key keeps the focus on a line while it is moved. */
export interface LineFields extends TypedLine {
  key: string;
}

/** Form values, as typed. */
export interface InvoiceFields {
  currency: string;
  customer_email: string;
  customer_name: string;
  customer_address: string;
  customer_tax_id: string;
  invoice_number: string;
  due_date: string;
  /** In percent; a fraction in the API. */
  tax_rate: string;
  memo: string;
  line_items: LineFields[];
  accepted_chains: string[];
  accepted_tokens: string[];
  metadata: MetadataRow[];
}

let keys = 0;

export function blankLine(): LineFields {
  keys += 1;
  return { key: `line-${keys}`, description: '', quantity: '1', unit_price: '' };
}

export function blankFields(): InvoiceFields {
  return {
    currency: 'USD',
    customer_email: '',
    customer_name: '',
    customer_address: '',
    customer_tax_id: '',
    invoice_number: '',
    due_date: '',
    tax_rate: '',
    memo: '',
    line_items: [blankLine()],
    accepted_chains: [],
    accepted_tokens: [],
    metadata: [],
  };
}

/** A full list of chains or tokens is shown as none selected. */
export function fieldsOf(invoice: Invoice, all: { chains: number; tokens: number }): InvoiceFields {
  return {
    currency: invoice.currency,
    customer_email: invoice.customer_email ?? '',
    customer_name: invoice.customer_name ?? '',
    customer_address: invoice.customer_address ?? '',
    customer_tax_id: invoice.customer_tax_id ?? '',
    invoice_number: invoice.invoice_number,
    due_date: invoice.due_date,
    tax_rate: percentOf(invoice.tax_rate),
    memo: invoice.memo ?? '',
    line_items: invoice.line_items.map((line) => ({
      ...blankLine(),
      description: line.description,
      quantity: plainDecimal(line.quantity),
      unit_price: line.unit_price,
    })),
    accepted_chains: invoice.accepted_chains.length === all.chains ? [] : invoice.accepted_chains,
    accepted_tokens: invoice.accepted_tokens.length === all.tokens ? [] : invoice.accepted_tokens,
    metadata: metadataRows(invoice.metadata),
  };
}

/** A copy gets a new number and a new due date. */
export function copiedFields(invoice: Invoice, all: { chains: number; tokens: number }): InvoiceFields {
  return { ...fieldsOf(invoice, all), invoice_number: '', due_date: '' };
}

/** Avoids exponents: String(0.0000001) is "1e-7". Quantities have at most six decimals. */
function plainDecimal(quantity: number): string {
  return quantity.toFixed(6).replace(/\.?0+$/, '');
}

/** Invalid input is sent as typed, so that the API reports the error. */
export function createBody(fields: InvoiceFields): Record<string, unknown> {
  return {
    currency: fields.currency,
    line_items: fields.line_items.map(lineBody),
    customer_email: given(fields.customer_email),
    customer_name: given(fields.customer_name),
    customer_address: given(fields.customer_address),
    customer_tax_id: given(fields.customer_tax_id),
    invoice_number: given(fields.invoice_number),
    memo: given(fields.memo),
    due_date: given(fields.due_date),
    tax_rate: given(fractionOf(fields.tax_rate)),
    accepted_chains: fields.accepted_chains.length === 0 ? undefined : fields.accepted_chains,
    accepted_tokens: fields.accepted_tokens.length === 0 ? undefined : fields.accepted_tokens,
    metadata: metadataOf(fields.metadata),
  };
}

export function changesBody(before: InvoiceFields, after: InvoiceFields): Record<string, unknown> {
  return changesOf(createBody(before), createBody(after));
}

function lineBody({ description, quantity, unit_price }: TypedLine) {
  return { description: given(description), quantity: numberOf(quantity), unit_price: given(unit_price) };
}

function numberOf(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^\d+(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}

function given(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : trimmed;
}
