import type { Metadata } from '../shared/metadata.ts';

/** Invoices as the API gives them. */

export const invoiceStatuses = ['draft', 'open', 'paid', 'expired', 'void'] as const;

export interface InvoiceListItem {
  invoice_id: string;
  status: string;
  invoice_number: string;
  amount: string;
  currency: string;
  customer_email: string | null;
  customer_name: string | null;
  due_date: string;
  created_at: string;
}

export interface Invoice extends InvoiceListItem {
  line_items: { description: string; quantity: number; unit_price: string; amount: string }[];
  subtotal: string;
  tax_rate: string;
  tax_amount: string;
  memo: string | null;
  invoice_url: string;
  metadata: Metadata;
  accepted_chains: string[];
  accepted_tokens: string[];
  payment_id?: string;
  chain?: string;
  token?: string;
  paid_at?: string;
  voided_at?: string;
  email_sent?: boolean;
}

/** What can be done with an invoice in a state, as the API's own table has it. */
export function actionsOf(status: string) {
  return {
    edit: status === 'draft',
    finalize: status === 'draft',
    send: status === 'open',
    void: status === 'open',
    share: status === 'open' || status === 'paid',
  };
}
