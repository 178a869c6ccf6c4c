import type { Invoice } from '../shared/api/types.ts';
import type { DocumentContent } from './invoice-document.tsx';
import type { InvoiceFields } from './invoice-fields.ts';
import { liveTotals } from './live-totals.ts';
import { percentOf } from './percent.ts';

export function contentOf(invoice: Invoice): DocumentContent {
  return {
    ...invoice,
    tax_percent: percentOf(invoice.tax_rate),
    line_items: invoice.line_items.map((line) => ({ ...line, quantity: String(line.quantity) })),
  };
}

/** The content of an invoice that is still being typed. */
export function typedContent(fields: InvoiceFields): DocumentContent {
  const totals = liveTotals(fields.line_items, fields.tax_rate);
  const given = (text: string) => text.trim() || null;
  return {
    ...totals,
    seller_name: null,
    seller_address: null,
    seller_tax_id: null,
    invoice_number: given(fields.invoice_number),
    customer_name: given(fields.customer_name),
    customer_email: given(fields.customer_email),
    customer_address: given(fields.customer_address),
    customer_tax_id: given(fields.customer_tax_id),
    currency: fields.currency,
    due_date: given(fields.due_date),
    tax_percent: fields.tax_rate.trim(),
    memo: given(fields.memo),
    line_items: fields.line_items.map((line, index) => ({
      ...line,
      amount: totals.line_amounts[index] ?? null,
    })),
  };
}
