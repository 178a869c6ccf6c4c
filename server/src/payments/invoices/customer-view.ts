import { formatFiat, formatMillionths } from '../../lib/money.ts';
import type { InvoiceRow } from './invoice.ts';

/** The part of an invoice that customers see, on its page and in e-mails. Quantities are decimal strings too. */
export function customerView(row: InvoiceRow) {
  return {
    invoice_number: row.invoice_number,
    customer_name: row.customer_name,
    currency: row.currency,
    line_items: row.lines.map((line) => ({
      description: line.description,
      quantity: formatMillionths(line.quantity_millionths, 0),
      unit_price: formatFiat(line.unit_price_minor),
      amount: formatFiat(line.amount_minor),
    })),
    subtotal: formatFiat(row.subtotal_minor),
    tax_rate: formatMillionths(row.tax_rate_millionths, 2),
    tax_amount: formatFiat(row.tax_amount_minor),
    amount: formatFiat(row.amount_minor),
    memo: row.memo,
  };
}
