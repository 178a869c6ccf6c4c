import type { Body, Typed } from '../shared/api/api-types.ts';
import type { Invoice } from '../shared/api/types.ts';
import { changesOf } from '../shared/changes.ts';
import { type MetadataRow, metadataOf, metadataRows } from '../shared/fields/metadata.ts';
import { chosenOptions, decimalNumber, given, optionFields } from '../shared/fields/typed-fields.ts';
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
    ...optionFields(invoice, all),
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

/** Fields that can be changed later too. */
export function createBody(fields: InvoiceFields): Typed<Body<'/api/v1/invoices/{invoice_id}', 'patch'>> {
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
    ...chosenOptions(fields),
    metadata: metadataOf(fields.metadata),
  };
}

export function changesBody(before: InvoiceFields, after: InvoiceFields) {
  return changesOf(createBody(before), createBody(after));
}

function lineBody({ description, quantity, unit_price }: TypedLine) {
  return {
    description: given(description),
    quantity: decimalNumber(quantity),
    unit_price: given(unit_price),
  };
}
