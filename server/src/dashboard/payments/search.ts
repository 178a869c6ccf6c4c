import type { Caller } from '../../lib/caller.ts';
import { formatFiat } from '../../lib/money.ts';
import type { DashboardContext } from '../context.ts';
import { toPaymentListItem } from './payment-schema.ts';
import { searchPayments } from './payments.ts';
import type { SearchResults } from './search-schema.ts';
import { selectInvoiceMatches, selectRefundMatches } from './search-store.ts';

const maxOfEach = 5;

/** Payments as their list finds them, their refunds, and invoices. */
export async function search(ctx: DashboardContext, caller: Caller, text: string): Promise<SearchResults> {
  if (text === '') return { payments: [], refunds: [], invoices: [] };
  const owner = { merchant_id: caller.merchant_id, environment: caller.environment };
  const [payments, refunds, invoices] = await Promise.all([
    searchPayments(ctx, caller, { search: text, limit: maxOfEach }),
    selectRefundMatches(ctx.db, owner, text, maxOfEach),
    selectInvoiceMatches(ctx.db, owner, text, maxOfEach),
  ]);
  return {
    payments: payments.rows.map(toPaymentListItem),
    refunds: refunds.map(({ amount_minor, ...refund }) => ({ ...refund, amount: formatFiat(amount_minor) })),
    invoices: invoices.map(({ amount_minor, ...invoice }) => ({
      ...invoice,
      amount: formatFiat(amount_minor),
    })),
  };
}
