import { formatMoney } from '../../shared/format.ts';
import type { PaymentListItem, SearchResults } from '../shared/api/types.ts';
import { pageOfId } from '../shared/lists/id-pages.ts';
import { statusLabel } from '../shared/status-badge.tsx';
import { type NavigationItem, navigation } from './navigation.ts';

export interface Destination {
  /** Of the thing itself: a refund is shown on the page of its payment. */
  id: string;
  to: string;
  label: string;
  /** What kind of thing it is. */
  kind: string;
}

/** The page of a whole id. */
export function idDestination(text: string): Destination | null {
  const id = text.trim().toLowerCase();
  const page = pageOfId(id);
  return page && { id, label: id, ...page };
}

export function foundDestinations({ payments, refunds, invoices }: SearchResults): Destination[] {
  return [
    ...payments.map((payment) => ({
      id: payment.payment_id,
      to: `/payments/${payment.payment_id}`,
      label: labelOf(payment, nameOf(payment)),
      kind: kindOf('Payment', payment),
    })),
    ...refunds.map((refund) => ({
      id: refund.refund_id,
      to: `/payments/${refund.payment_id}`,
      label: labelOf(refund, refund.customer_email ?? refund.refund_id),
      kind: kindOf('Refund', refund),
    })),
    ...invoices.map((invoice) => ({
      id: invoice.invoice_id,
      to: `/invoices/${invoice.invoice_id}`,
      label: labelOf(invoice, invoice.invoice_number, invoice.customer_email),
      kind: kindOf('Invoice', invoice),
    })),
  ];
}

function nameOf({ customer_email, reference_id, description, payment_id }: PaymentListItem): string {
  return customer_email ?? reference_id ?? description ?? payment_id;
}

function labelOf(money: { amount: string; currency: string }, ...names: (string | null)[]): string {
  return [formatMoney('en', money.amount, money.currency), ...names]
    .filter((name) => name !== null)
    .join(' · ');
}

function kindOf(kind: string, { status }: { status: string }): string {
  return `${kind}, ${statusLabel(status).toLowerCase()}`;
}

/** Pages of the navigation whose name contains the text; all without a text. */
export function pageDestinations(text: string, isShown: (item: NavigationItem) => boolean): Destination[] {
  const wanted = text.trim().toLowerCase();
  return navigation
    .flatMap((item) =>
      item.children
        ? item.children.filter(isShown).map(({ to, label }) => ({ id: to, to, label, kind: item.label }))
        : [{ id: item.to, to: item.to, label: item.label, kind: 'Page' }],
    )
    .filter(({ label, kind }) => `${label} ${kind}`.toLowerCase().includes(wanted));
}
