import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Metadata } from '../../lib/fields.ts';
import type { InvoiceStatus } from './states.ts';
import type { Totals } from './totals.ts';

export interface InvoiceKey {
  invoice_id: string;
  merchant_id: string;
}

/** The editable fields of a draft, and the totals computed from them. */
export interface InvoiceContent extends Totals {
  currency: Currency;
  tax_rate_millionths: bigint;
  customer_email: string | null;
  customer_name: string | null;
  customer_address: string | null;
  customer_tax_id: string | null;
  memo: string | null;
  /** YYYY-MM-DD */
  due_date: string;
  metadata: Metadata;
  /** Null means all. */
  accepted_chains: ChainId[] | null;
  accepted_tokens: Token[] | null;
}

export interface InvoiceNumber {
  invoice_number: string;
  /** The sequence number n of INV-00000n, generated or given by the merchant; null for any other format. */
  numbered: bigint | null;
  number_generated: boolean;
}

/** The merchant as an issued invoice shows it. All null in a draft. */
export interface InvoiceSeller {
  seller_name: string | null;
  seller_address: string | null;
  seller_tax_id: string | null;
}

export interface InvoiceRow extends InvoiceKey, InvoiceContent, InvoiceNumber, InvoiceSeller {
  environment: Environment;
  status: InvoiceStatus;
  created_at: Date;
  voided_at: Date | null;
  paid_at: Date | null;
  payment_id: string | null;
  chain: ChainId | null;
  token: Token | null;
}
