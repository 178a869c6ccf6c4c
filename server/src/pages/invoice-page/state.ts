import type { Context } from '../../app/context.ts';
import { transactionUrl } from '../../chains/explorers.ts';
import { chainIds, chains, shownSymbol, tokenDecimals, tokens } from '../../lib/chains/registry.ts';
import { formatTokenAmount } from '../../lib/money.ts';
import { brandingOf } from '../../merchants/branding.ts';
import { contactsOf } from '../../merchants/contacts.ts';
import { endOfDay } from '../../payments/invoices/content.ts';
import { customerView } from '../../payments/invoices/customer-view.ts';
import type { InvoiceRow } from '../../payments/invoices/invoice.ts';
import { checkoutUrl } from '../../platform/public-urls.ts';
import { paymentOptions } from '../checkout/options.ts';
import type { InvoicePayment, InvoiceState, Party } from './invoice-state.ts';
import type { InvoiceSurroundings } from './store.ts';

export function toInvoiceState(ctx: Context, row: InvoiceRow, around: InvoiceSurroundings): InvoiceState {
  const { publicUrl } = ctx.config;
  const status = shownStatus(ctx, row, around);
  return {
    invoice_id: row.invoice_id,
    status,
    environment: row.environment,
    merchant: { ...brandingOf(publicUrl, around), ...sellerOf(row) },
    contacts: contactsOf(around),
    ...customerView(row),
    customer_email: row.customer_email,
    customer_address: row.customer_address,
    customer_tax_id: row.customer_tax_id,
    created_at: row.created_at.toISOString(),
    due_date: row.due_date,
    paid_at: row.paid_at?.toISOString() ?? null,
    voided_at: row.voided_at?.toISOString() ?? null,
    payable: status === 'open' && !around.merchant_suspended && hasPaymentOption(ctx, row),
    under_way: status === 'open' ? around.under_way : null,
    payment: paymentOf(ctx, row, around),
  };
}

/** The seller as stored when the invoice was issued. */
function sellerOf(row: InvoiceRow): { name: string } & Party {
  if (row.seller_name === null) throw new Error(`invoice ${row.invoice_id} was issued without a seller`);
  return { name: row.seller_name, address: row.seller_address, tax_id: row.seller_tax_id };
}

/** `expired` once the due date has passed, even before the task runs, unless a transaction is being confirmed. */
function shownStatus(ctx: Context, row: InvoiceRow, around: InvoiceSurroundings): InvoiceState['status'] {
  if (row.status === 'draft') throw new Error(`draft ${row.invoice_id} has no page`);
  const over = endOfDay(row.due_date) <= ctx.clock.now();
  return row.status === 'open' && over && around.under_way !== 'processing' ? 'expired' : row.status;
}

function hasPaymentOption(
  ctx: Context,
  { environment, accepted_chains, accepted_tokens, amount_minor, currency }: InvoiceRow,
): boolean {
  const accepting = {
    environment,
    accepted_chains: accepted_chains ?? [...chainIds],
    accepted_tokens: accepted_tokens ?? [...tokens],
    amount_minor,
    currency,
  };
  return paymentOptions(ctx, accepting).length > 0;
}

function paymentOf({ config }: Context, row: InvoiceRow, around: InvoiceSurroundings): InvoicePayment | null {
  const { chain, token, payment_id: paymentId } = row;
  const { token_units: units, tx_hash } = around;
  if (!chain || !token || !paymentId || units === null) return null;
  return {
    chain,
    chain_name: chains[chain].name,
    token: shownSymbol(row.environment, token),
    token_amount: formatTokenAmount(BigInt(units), tokenDecimals(chain, token)),
    tx_hash,
    tx_url: tx_hash && transactionUrl(config, row.environment, chain, tx_hash),
    receipt_url: checkoutUrl(config.publicUrl, paymentId),
  };
}
