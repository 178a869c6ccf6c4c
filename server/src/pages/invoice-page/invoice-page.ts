import type { Context } from '../../app/context.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Locale } from '../../lib/locales.ts';
import type { InvoiceKey } from '../../payments/invoices/invoice.ts';
import { findInvoice } from '../../payments/invoices/invoices.ts';
import { payInvoice } from '../../payments/invoices/pay-invoice.ts';
import type { InvoiceState } from './invoice-state.ts';
import { toInvoiceState } from './state.ts';
import { selectSurroundings } from './store.ts';

export interface ShownInvoice {
  key: InvoiceKey;
  state: InvoiceState;
  /** The merchant's colour, #rrggbb. The page has it in a style sheet, the PDF in itself. */
  accent: string | null;
}

/** Public: the id is all a customer has. A draft is reported as not found. */
export async function readInvoice(ctx: Context, invoiceId: string): Promise<ShownInvoice> {
  const row = await findInvoice(ctx.db, invoiceId);
  // Read after the invoice, so that a paid invoice always has its payment.
  const around = row && row.status !== 'draft' ? await selectSurroundings(ctx.db, row) : undefined;
  if (!row || !around) {
    throw new ApiError('INVOICE_NOT_FOUND', {
      message: 'No invoice has this id. Check the link, or ask the sender for a new one.',
    });
  }
  return { key: row, state: toInvoiceState(ctx, row, around), accent: around.accent_color };
}

/** Pay Now: returns the id of the payment in progress, or of a new one in the customer's language. */
export async function payFromPage(ctx: Context, invoiceId: string, locale: Locale): Promise<string> {
  const { state } = await readInvoice(ctx, invoiceId);
  const open = state.status === 'open' && state.under_way !== 'processing';
  if (open && !state.payable) {
    throw new ApiError('SERVICE_UNAVAILABLE', {
      message: `This invoice cannot be paid right now. Try again later, or contact ${state.merchant.name}.`,
    });
  }
  return (await payInvoice(ctx, invoiceId, locale)).payment_id;
}
