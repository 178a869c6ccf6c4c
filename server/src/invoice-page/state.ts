import { type ChainId, chainIds, chains, type Token, tokenDecimals, tokens } from '../chains/registry.ts';
import { paymentOptions } from '../checkout/options.ts';
import type { Context } from '../context.ts';
import type { Currency } from '../currencies.ts';
import type { Environment } from '../environment.ts';
import { endOfDay } from '../invoices/content.ts';
import { customerView } from '../invoices/customer-view.ts';
import type { InvoiceRow } from '../invoices/invoice.ts';
import type { InvoiceStatus } from '../invoices/states.ts';
import { formatTokenAmount } from '../money.ts';
import { checkoutUrl, sitePath } from '../public-urls.ts';
import type { InvoiceSurroundings } from './store.ts';

/** What the page shows. It is public: whoever has the link may read it. A draft has no page. */
export interface InvoiceState {
  invoice_id: string;
  status: Exclude<InvoiceStatus, 'draft'>;
  environment: Environment;
  merchant: { name: string; logo_url: string | null };
  invoice_number: string;
  customer_name: string | null;
  customer_email: string | null;
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
  /** Whether there is a way to pay it now. */
  payable: boolean;
  /** Of the payment that Pay Now reopens. */
  under_way: 'pending' | 'processing' | null;
  /** Present once paid. */
  payment: InvoicePayment | null;
}

interface InvoicePayment {
  chain: ChainId;
  chain_name: string;
  token: Token;
  token_amount: string;
  tx_hash: string;
  /** The checkout of the payment, where its end is shown. */
  receipt_url: string;
}

export function toInvoiceState(ctx: Context, row: InvoiceRow, around: InvoiceSurroundings): InvoiceState {
  const { publicUrl } = ctx.config;
  const status = shownStatus(ctx, row, around);
  return {
    invoice_id: row.invoice_id,
    status,
    environment: row.environment,
    merchant: {
      name: around.merchant_name,
      logo_url: around.logo_digest ? `${sitePath(publicUrl)}/logos/${around.logo_digest}` : null,
    },
    ...customerView(row),
    customer_email: row.customer_email,
    created_at: row.created_at.toISOString(),
    due_date: row.due_date,
    paid_at: row.paid_at?.toISOString() ?? null,
    voided_at: row.voided_at?.toISOString() ?? null,
    payable: status === 'open' && !around.merchant_suspended && hasWay(ctx, row),
    under_way: status === 'open' ? around.under_way : null,
    payment: paymentOf(row, around, publicUrl),
  };
}

/** Expired from the moment the due day is over, whenever the task comes by; a transaction under way still counts. */
function shownStatus(ctx: Context, row: InvoiceRow, around: InvoiceSurroundings): InvoiceState['status'] {
  if (row.status === 'draft') throw new Error(`the draft ${row.invoice_id} has no page`);
  const over = endOfDay(row.due_date) <= ctx.clock.now();
  return row.status === 'open' && over && around.under_way !== 'processing' ? 'expired' : row.status;
}

function hasWay(ctx: Context, { environment, accepted_chains, accepted_tokens }: InvoiceRow): boolean {
  const accepting = {
    environment,
    accepted_chains: accepted_chains ?? [...chainIds],
    accepted_tokens: accepted_tokens ?? [...tokens],
  };
  return paymentOptions(ctx, accepting).length > 0;
}

function paymentOf(row: InvoiceRow, around: InvoiceSurroundings, publicUrl: string): InvoicePayment | null {
  const { chain, token, payment_id: paymentId } = row;
  const { token_units: units, tx_hash } = around;
  if (!chain || !token || !paymentId || units === null || !tx_hash) return null;
  return {
    chain,
    chain_name: chains[chain].name,
    token,
    token_amount: formatTokenAmount(BigInt(units), tokenDecimals(chain, token)),
    tx_hash,
    receipt_url: checkoutUrl(publicUrl, paymentId),
  };
}
