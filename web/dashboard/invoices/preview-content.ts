import { currencies } from '../../../server/src/lib/currencies.ts';
import type { PaperContent } from '../../../server/src/pages/invoice-page/paper.ts';
import { useSession } from '../session/session.ts';
import { useSettings } from '../settings/settings.ts';
import type { Invoice } from '../shared/api/types.ts';
import type { InvoiceFields } from './invoice-fields.ts';
import { liveTaxRate, liveTotals } from './live-totals.ts';

const daysUntilDue = 30;
const dayMs = 86_400_000;

/** The merchant as an invoice names it: from the settings until it is issued, which fixes it. */
export function useSeller(issued?: Invoice): PaperContent['merchant'] {
  const { merchant } = useSession();
  const settings = useSettings().data;
  const { name, logo_url } = merchant;
  if (issued?.seller_name)
    return {
      name: issued.seller_name,
      logo_url,
      address: issued.seller_address,
      tax_id: issued.seller_tax_id,
    };
  return { name, logo_url, address: settings?.address ?? null, tax_id: settings?.tax_id ?? null };
}

export function savedContent(invoice: Invoice, merchant: PaperContent['merchant']): PaperContent {
  return {
    ...invoice,
    merchant,
    status: invoice.status === 'draft' ? 'open' : invoice.status,
    line_items: invoice.line_items.map((line) => ({ ...line, quantity: String(line.quantity) })),
    paid_at: invoice.paid_at ?? null,
    under_way: null,
    payment: null,
  };
}

/** The invoice that is being typed. Lines that cannot be read yet count as nothing. */
export function typedContent(fields: InvoiceFields, merchant: PaperContent['merchant']): PaperContent {
  const totals = liveTotals(fields.line_items, fields.tax_rate);
  const given = (text: string) => text.trim() || null;
  const now = Date.now();
  return {
    subtotal: totals.subtotal,
    tax_amount: totals.tax_amount,
    amount: totals.amount,
    tax_rate: liveTaxRate(fields.tax_rate),
    merchant,
    status: 'open',
    invoice_number: given(fields.invoice_number) ?? '(next number)',
    customer_name: given(fields.customer_name),
    customer_email: given(fields.customer_email),
    customer_address: given(fields.customer_address),
    customer_tax_id: given(fields.customer_tax_id),
    currency: currencies.find((known) => known === fields.currency) ?? 'USD',
    created_at: new Date(now).toISOString(),
    due_date: given(fields.due_date) ?? new Date(now + daysUntilDue * dayMs).toISOString(),
    memo: given(fields.memo),
    line_items: fields.line_items.map((line, index) => {
      const amount = totals.line_amounts[index] ?? null;
      const description = given(line.description) ?? '–';
      return amount === null
        ? { description, quantity: '0', unit_price: '0.00', amount: '0.00' }
        : { description, quantity: line.quantity.trim(), unit_price: line.unit_price.trim(), amount };
    }),
    paid_at: null,
    under_way: null,
    payment: null,
  };
}
