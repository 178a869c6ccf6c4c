import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { InvoiceKey } from '../invoices/invoice.ts';
import { findInvoice } from '../invoices/invoices.ts';
import { payInvoice } from '../invoices/paying.ts';
import type { Locale } from '../locales.ts';
import { type InvoiceState, toInvoiceState } from './state.ts';
import { selectSurroundings } from './store.ts';

export interface ShownInvoice {
  key: InvoiceKey;
  state: InvoiceState;
}

/** By its id alone, which is all that a customer has. A draft is its merchant's own affair, like an unknown id. */
export async function readInvoice(ctx: Context, invoiceId: string): Promise<ShownInvoice> {
  const row = await findInvoice(ctx.db, invoiceId);
  // Read second, so that an invoice that is paid by now has its payment beside it.
  const around = row && row.status !== 'draft' ? await selectSurroundings(ctx.db, row) : undefined;
  if (!row || !around) {
    throw new ApiError('INVOICE_NOT_FOUND', {
      message: 'No invoice has this id. Check the link, or ask the sender for a new one.',
    });
  }
  return { key: row, state: toInvoiceState(ctx, row, around) };
}

/** What Pay Now does: gives the payment that is under way, or a new one in the customer's language. */
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
