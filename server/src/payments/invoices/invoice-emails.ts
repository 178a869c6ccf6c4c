import { shownSymbol, tokenDecimals } from '../../lib/chains/registry.ts';
import type { Locale } from '../../lib/locales.ts';
import { formatTokenAmount } from '../../lib/money.ts';
import type { NewEmail } from '../../messages/email/emails.ts';
import type { InvoiceMessage, ReceiptMessage } from '../../messages/email/messages.ts';
import { invoiceUrl } from '../../platform/public-urls.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { customerView } from './customer-view.ts';
import type { InvoiceRow } from './invoice.ts';

/** Invoices have no language setting. */
const defaultLocale: Locale = 'en';

export function invoiceEmail(row: InvoiceRow, to: string, publicUrl: string): NewEmail {
  return email(row, to, { kind: 'invoice', ...lines(row, defaultLocale, publicUrl), due_date: row.due_date });
}

/** In the language the customer paid in, to the address given at the checkout. Null without one. */
export function receiptEmail(row: InvoiceRow, payment: PaymentRow, publicUrl: string): NewEmail | null {
  const { chain, token, token_units: units, tx_hash } = payment;
  const to = payment.customer_email ?? row.customer_email;
  if (!to || !chain || !token || units === null || !row.paid_at) return null;
  return email(row, to, {
    kind: 'invoice_paid',
    ...lines(row, payment.locale ?? defaultLocale, publicUrl),
    paid_at: row.paid_at.toISOString(),
    chain,
    token: shownSymbol(row.environment, token),
    token_amount: formatTokenAmount(BigInt(units), tokenDecimals(chain, token)),
    tx_hash,
  });
}

function email(row: InvoiceRow, to: string, message: InvoiceMessage | ReceiptMessage): NewEmail {
  const { merchant_id: merchantId, environment, invoice_id: resourceId } = row;
  return { merchantId, environment, resourceId, to, message };
}

function lines(row: InvoiceRow, locale: Locale, publicUrl: string) {
  return {
    locale,
    ...customerView(row),
    invoice_url: invoiceUrl(publicUrl, row.invoice_id),
  };
}
