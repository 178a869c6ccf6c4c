import type { ChainId } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Branding } from '../../merchants/branding.ts';
import type { Contact } from '../../merchants/contacts.ts';
import type { InvoiceStatus } from '../../payments/invoices/states.ts';

// Types only, with imports from leaf files only: web/dashboard imports this, and must not compile the rest of the server.

/** State of an invoice page. Public: anyone with the link can read it. Drafts have no page. */
export interface InvoiceState {
  invoice_id: string;
  status: Exclude<InvoiceStatus, 'draft'>;
  environment: Environment;
  merchant: Branding & Party;
  contacts: Contact[];
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

export interface Party {
  /** Lines. */
  address: string | null;
  tax_id: string | null;
}

export interface InvoicePayment {
  chain: ChainId;
  chain_name: string;
  /** The symbol that customers know: POL instead of MATIC. */
  token: string;
  token_amount: string;
  /** Null when a contract sent native money. */
  tx_hash: string | null;
  /** Page of the transaction at a block explorer, or in test mode our own. */
  tx_url: string | null;
  /** Checkout page of the payment. */
  receipt_url: string;
}
