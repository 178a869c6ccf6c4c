import type { Context } from '../../app/context.ts';
import { transactionUrl } from '../../chains/explorers.ts';
import {
  type ChainId,
  chainIds,
  chains,
  shownSymbol,
  tokenDecimals,
  tokens,
} from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { Environment } from '../../lib/environment.ts';
import { formatTokenAmount } from '../../lib/money.ts';
import { type Branding, brandingOf } from '../../merchants/branding.ts';
import { endOfDay } from '../../payments/invoices/content.ts';
import { customerView } from '../../payments/invoices/customer-view.ts';
import type { InvoiceRow } from '../../payments/invoices/invoice.ts';
import type { InvoiceStatus } from '../../payments/invoices/states.ts';
import { checkoutUrl } from '../../platform/public-urls.ts';
import { paymentOptions } from '../checkout/options.ts';
import type { InvoiceSurroundings } from './store.ts';

/** State of an invoice page. Public: anyone with the link can read it. Drafts have no page. */
export interface InvoiceState {
  invoice_id: string;
  status: Exclude<InvoiceStatus, 'draft'>;
  environment: Environment;
  merchant: Branding & Party;
  invoice_number: string;
  customer_name: string | null;
  customer_email: string | null;
  /** Lines. */
  customer_address: string | null;
  customer_tax_id: string | null;
  currency: Currency;
  line_items: { description: string; quantity: string; unit_price: string; amount: string }[];
  subtotal: string;
  tax_rate: string;
  tax_amount: string;
  amount: string;
  memo: string | null;
  created_at: string;
  /** YYYY-MM-DD */
  due_date: string;
  paid_at: string | null;
  voided_at: string | null;
  /** Whether it can be paid now. */
  payable: boolean;
  /** Status of the payment in progress, which Pay Now reopens. */
  under_way: 'pending' | 'processing' | null;
  /** Null until paid. */
  payment: InvoicePayment | null;
}

interface Party {
  /** Lines. */
  address: string | null;
  tax_id: string | null;
}

interface InvoicePayment {
  chain: ChainId;
  chain_name: string;
  /** As people call it. */
  token: string;
  token_amount: string;
  /** Null when a contract sent native money. */
  tx_hash: string | null;
  /** Page of the transaction at a block explorer, or in test mode our own. */
  tx_url: string | null;
  /** Checkout page of the payment. */
  receipt_url: string;
}

export function toInvoiceState(ctx: Context, row: InvoiceRow, around: InvoiceSurroundings): InvoiceState {
  const { publicUrl } = ctx.config;
  const status = shownStatus(ctx, row, around);
  return {
    invoice_id: row.invoice_id,
    status,
    environment: row.environment,
    merchant: { ...brandingOf(publicUrl, around), ...sellerOf(row) },
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

/** As kept when the invoice was issued. */
function sellerOf(row: InvoiceRow): { name: string } & Party {
  if (row.seller_name === null) throw new Error(`draft ${row.invoice_id} has no page`);
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
