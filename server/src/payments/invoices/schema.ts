import { type Static, Type } from 'typebox';
import { chainIds, tokens } from '../../lib/chains/registry.ts';
import { currencies } from '../../lib/currencies.ts';
import {
  acceptedChainsField,
  acceptedTokensField,
  addressField,
  currencyField,
  emailField,
  type Metadata,
  metadataField,
  nullable,
  oneOf,
  taxIdField,
} from '../../lib/fields.ts';
import { formatFiat, formatMillionths } from '../../lib/money.ts';
import { pageParameters } from '../../platform/db/pagination.ts';
import { invoiceUrl } from '../../platform/public-urls.ts';
import type { InvoiceRow } from './invoice.ts';
import { invoiceStatuses } from './states.ts';
import type { InvoiceListRow } from './store.ts';

const lineItemField = Type.Object(
  {
    description: Type.String({
      maxLength: 200,
      format: 'plain-text',
      'x-size-error-code': 'DESCRIPTION_TOO_LONG',
    }),
    quantity: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1_000_000,
      multipleOf: 0.000001,
      'x-error-code': 'INVALID_LINE_ITEMS',
      description: 'Greater than 0, at most 1,000,000, with at most six decimals.',
    }),
    unit_price: Type.String({
      format: 'price',
      'x-error-code': 'INVALID_AMOUNT',
      description: 'Decimal string, 0 or more, with at most two decimals.',
      examples: ['49.99'],
    }),
  },
  { 'x-error-code': 'INVALID_LINE_ITEMS' },
);

const fields = {
  currency: currencyField(),
  line_items: Type.Array(lineItemField, {
    minItems: 1,
    maxItems: 200,
    'x-error-code': 'INVALID_LINE_ITEMS',
    description: '1 to 200 line items.',
  }),
  customer_email: emailField('The address the invoice is sent to.'),
  customer_name: Type.String({
    maxLength: 200,
    format: 'one-line',
    description: 'Person or company name shown on the invoice.',
  }),
  invoice_number: Type.String({
    minLength: 1,
    maxLength: 50,
    format: 'one-line',
    description: 'Your own invoice number. Default: generated, such as INV-000001.',
  }),
  memo: Type.String({ maxLength: 1000, format: 'plain-text', description: 'Shown on the invoice.' }),
  due_date: Type.String({
    format: 'date',
    'x-error-code': 'INVALID_DUE_DATE',
    description:
      'YYYY-MM-DD, after today in UTC. Default: 30 days from today. Payable until the end of that day.',
  }),
  tax_rate: Type.String({
    format: 'fraction',
    default: '0.00',
    'x-error-code': 'INVALID_TAX_RATE',
    description: 'Fraction from 0 to 1 with at most six decimals: `0.08` is 8 percent.',
  }),
  metadata: metadataField(),
  send_email: Type.Boolean({
    default: false,
    description: 'E-mail the invoice to `customer_email`, which is then required.',
  }),
  accepted_chains: acceptedChainsField(),
  accepted_tokens: acceptedTokensField(),
  customer_address: addressField('Postal address shown on the invoice, in up to eight lines.'),
  customer_tax_id: taxIdField('Tax or VAT number shown on the invoice.'),
};

/** Fields in the contract's order: the first invalid one is reported. */
export const createInvoiceBody = Type.Object({
  currency: fields.currency,
  line_items: fields.line_items,
  customer_email: Type.Optional(fields.customer_email),
  customer_name: Type.Optional(fields.customer_name),
  invoice_number: Type.Optional(fields.invoice_number),
  memo: Type.Optional(fields.memo),
  due_date: Type.Optional(fields.due_date),
  tax_rate: Type.Optional(fields.tax_rate),
  metadata: Type.Optional(fields.metadata),
  send_email: Type.Optional(fields.send_email),
  accepted_chains: Type.Optional(fields.accepted_chains),
  accepted_tokens: Type.Optional(fields.accepted_tokens),
  customer_address: Type.Optional(fields.customer_address),
  customer_tax_id: Type.Optional(fields.customer_tax_id),
});
export type CreateInvoiceBody = Static<typeof createInvoiceBody>;

/** Null clears a field that is optional on creation. */
export const updateInvoiceBody = Type.Object({
  currency: Type.Optional(fields.currency),
  line_items: Type.Optional(fields.line_items),
  customer_email: Type.Optional(nullable(fields.customer_email)),
  customer_name: Type.Optional(nullable(fields.customer_name)),
  invoice_number: Type.Optional(nullable(fields.invoice_number)),
  memo: Type.Optional(nullable(fields.memo)),
  due_date: Type.Optional(nullable(fields.due_date)),
  tax_rate: Type.Optional(nullable(fields.tax_rate)),
  metadata: Type.Optional(nullable(fields.metadata)),
  accepted_chains: Type.Optional(nullable(fields.accepted_chains)),
  accepted_tokens: Type.Optional(nullable(fields.accepted_tokens)),
  customer_address: Type.Optional(nullable(fields.customer_address)),
  customer_tax_id: Type.Optional(nullable(fields.customer_tax_id)),
});
export type UpdateInvoiceBody = Static<typeof updateInvoiceBody>;

export const finalizeInvoiceBody = Type.Object({ send_email: Type.Optional(fields.send_email) });

export const listInvoicesQuery = Type.Object({
  status: Type.Optional(oneOf(invoiceStatuses)),
  ...pageParameters,
  customer_email: Type.Optional(Type.String({ maxLength: 254, description: 'Exact match.' })),
  created_gte: Type.Optional(
    Type.String({ format: 'date-time', description: 'Created at or after this time.' }),
  ),
  created_lte: Type.Optional(
    Type.String({ format: 'date-time', description: 'Created at or before this time.' }),
  ),
});
export type ListInvoicesQuery = Static<typeof listInvoicesQuery>;

const timestamp = (description: string) => Type.String({ format: 'date-time', description });
const money = (description: string) => Type.String({ description: `${description} Two decimals.` });

const seller = (what: string) =>
  nullable(
    Type.String({
      description: `${what} as the invoice shows it: from the settings when it was issued. Null in a draft.`,
    }),
  );

const invoiceResource = Type.Object({
  invoice_id: Type.String({ description: 'Prefix `inv_`.' }),
  status: oneOf(invoiceStatuses),
  invoice_number: Type.String(),
  amount: money('Total: subtotal plus tax.'),
  currency: oneOf(currencies),
  customer_email: nullable(Type.String()),
  customer_name: nullable(Type.String()),
  customer_address: nullable(Type.String()),
  customer_tax_id: nullable(Type.String()),
  seller_name: seller('Your business name'),
  seller_address: seller('Your postal address'),
  seller_tax_id: seller('Your tax or VAT number'),
  line_items: Type.Array(
    Type.Object({
      description: Type.String(),
      quantity: Type.Number(),
      unit_price: money('Price per unit.'),
      amount: money('Quantity times unit price, rounded half up.'),
    }),
  ),
  subtotal: money('Sum of the line amounts.'),
  tax_rate: Type.String({ description: 'Fraction with two to six decimals.' }),
  tax_amount: money('Subtotal times tax rate, rounded half up.'),
  memo: nullable(Type.String()),
  due_date: Type.String({ format: 'date', description: 'Payable until the end of this day, UTC.' }),
  invoice_url: Type.String({ description: 'Hosted invoice page, where an open invoice can be paid.' }),
  metadata: Type.Unsafe<Metadata>({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean'] },
  }),
  accepted_chains: Type.Array(oneOf(chainIds)),
  accepted_tokens: Type.Array(oneOf(tokens)),
  created_at: timestamp('Creation time.'),
  payment_id: Type.Optional(Type.String({ description: 'The payment that paid it. Absent until paid.' })),
  chain: Type.Optional(oneOf(chainIds, { description: 'Absent until paid.' })),
  token: Type.Optional(oneOf(tokens, { description: 'Absent until paid.' })),
  paid_at: Type.Optional(timestamp('Absent until paid.')),
  voided_at: Type.Optional(timestamp('Absent unless void.')),
  email_sent: Type.Optional(
    Type.Boolean({
      description:
        'Whether this request queued an e-mail to the customer. Only in responses to create, finalize and send.',
    }),
  ),
});
export type Invoice = Static<typeof invoiceResource>;

const invoiceListItem = Type.Pick(invoiceResource, [
  'invoice_id',
  'status',
  'invoice_number',
  'amount',
  'currency',
  'customer_email',
  'customer_name',
  'due_date',
  'created_at',
]);
type InvoiceListItem = Static<typeof invoiceListItem>;

const voidedInvoice = Type.Object({
  invoice_id: Type.String(),
  status: oneOf(['void']),
  voided_at: timestamp('When it was voided.'),
});
export type VoidedInvoice = Static<typeof voidedInvoice>;

/** Named in the OpenAPI document. */
export const named = {
  invoice: { name: 'Invoice', schema: invoiceResource },
  invoiceListItem: { name: 'InvoiceListItem', schema: invoiceListItem },
  voidedInvoice: { name: 'VoidedInvoice', schema: voidedInvoice },
};
export const invoiceResources = Object.values(named);

export function toInvoice(row: InvoiceRow, publicUrl: string): Invoice {
  return {
    invoice_id: row.invoice_id,
    status: row.status,
    invoice_number: row.invoice_number,
    amount: formatFiat(row.amount_minor),
    currency: row.currency,
    customer_email: row.customer_email,
    customer_name: row.customer_name,
    customer_address: row.customer_address,
    customer_tax_id: row.customer_tax_id,
    seller_name: row.seller_name,
    seller_address: row.seller_address,
    seller_tax_id: row.seller_tax_id,
    line_items: row.lines.map((line) => ({
      description: line.description,
      // At most 13 digits, so the conversion to a number is exact.
      quantity: Number(formatMillionths(line.quantity_millionths, 0)),
      unit_price: formatFiat(line.unit_price_minor),
      amount: formatFiat(line.amount_minor),
    })),
    subtotal: formatFiat(row.subtotal_minor),
    tax_rate: formatMillionths(row.tax_rate_millionths, 2),
    tax_amount: formatFiat(row.tax_amount_minor),
    memo: row.memo,
    due_date: row.due_date,
    invoice_url: invoiceUrl(publicUrl, row.invoice_id),
    metadata: row.metadata,
    accepted_chains: row.accepted_chains ?? [...chainIds],
    accepted_tokens: row.accepted_tokens ?? [...tokens],
    created_at: row.created_at.toISOString(),
    ...(row.payment_id ? { payment_id: row.payment_id } : {}),
    ...(row.chain ? { chain: row.chain } : {}),
    ...(row.token ? { token: row.token } : {}),
    ...(row.paid_at ? { paid_at: row.paid_at.toISOString() } : {}),
    ...(row.voided_at ? { voided_at: row.voided_at.toISOString() } : {}),
  };
}

export function toInvoiceListItem(row: InvoiceListRow): InvoiceListItem {
  return {
    invoice_id: row.invoice_id,
    status: row.status,
    invoice_number: row.invoice_number,
    amount: formatFiat(row.amount_minor),
    currency: row.currency,
    customer_email: row.customer_email,
    customer_name: row.customer_name,
    due_date: row.due_date,
    created_at: row.created_at.toISOString(),
  };
}
