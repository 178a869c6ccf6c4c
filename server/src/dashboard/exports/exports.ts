import { type Static, Type } from 'typebox';
import type { Caller } from '../../lib/caller.ts';
import { tokenDecimals } from '../../lib/chains/registry.ts';
import { formatFiat, formatUnits } from '../../lib/money.ts';
import { parseTimestamp } from '../../lib/timestamps.ts';
import { selectEventSummaryPage } from '../../messages/webhooks/events.ts';
import { listEventsQuery } from '../../messages/webhooks/schema.ts';
import { listInvoices } from '../../payments/invoices/invoices.ts';
import { listInvoicesQuery } from '../../payments/invoices/schema.ts';
import { transactionFields } from '../../payments/payment/schema.ts';
import { listRefunds } from '../../payments/refunds/refunds.ts';
import { listRefundsQuery } from '../../payments/refunds/schema.ts';
import type { Page } from '../../platform/db/page.ts';
import { listPayoutsQuery } from '../../treasury/payouts/payout-schema.ts';
import { listPayouts } from '../../treasury/payouts/payouts.ts';
import { statement } from '../../treasury/statement/statement.ts';
import type { DashboardContext } from '../context.ts';
import { paymentFilters } from '../payments/payment-schema.ts';
import { searchPayments } from '../payments/payments.ts';
import { byteOrderMark, csvLine } from './csv.ts';

const rowsPerPage = 500;

/** Exports take the filters of the list but no paging parameters. */
const { payment_id, status: refund_status } = listRefundsQuery.properties;
const { status: invoice_status, customer_email, created_gte, created_lte } = listInvoicesQuery.properties;
const { status: payout_status, chain, token } = listPayoutsQuery.properties;
export const exportQueries = {
  payments: Type.Object(paymentFilters),
  refunds: Type.Object({ payment_id, status: refund_status }),
  invoices: Type.Object({ status: invoice_status, customer_email, created_gte, created_lte }),
  events: Type.Object({ type: listEventsQuery.properties.type }),
  payouts: Type.Object({ status: payout_status, chain, token, created_gte, created_lte }),
  balance: Type.Object({ created_gte, created_lte }),
};

type Query<Name extends keyof typeof exportQueries> = Static<(typeof exportQueries)[Name]>;
/** Chunks of a file, produced only as fast as the client reads them. */
type Chunks = AsyncGenerator<string>;

export async function exportPayments(
  ctx: DashboardContext,
  caller: Caller,
  query: Query<'payments'>,
): Promise<Chunks> {
  return csvOf({
    load: (paging) => searchPayments(ctx, caller, { ...query, ...paging }),
    idOf: (row) => row.payment_id,
    cells: (row) => {
      const paid: Record<string, string | undefined> = { ...transactionFields(row) };
      return {
        payment_id: row.payment_id,
        status: row.status,
        amount: formatFiat(row.amount_minor),
        currency: row.currency,
        refunded_amount: formatFiat(row.refunded_minor),
        description: row.description,
        customer_email: row.customer_email,
        reference_id: row.reference_id,
        invoice_id: row.invoice_id,
        chain: row.chain,
        token: row.token,
        token_amount: paid['token_amount'],
        tx_hash: row.tx_hash,
        payer_address: row.payer_address,
        created_at: row.created_at.toISOString(),
        completed_at: row.completed_at?.toISOString(),
        purpose: row.purpose,
      };
    },
    columns: [
      ...['payment_id', 'status', 'amount', 'currency', 'refunded_amount', 'description', 'customer_email'],
      ...['reference_id', 'invoice_id', 'chain', 'token', 'token_amount', 'tx_hash', 'payer_address'],
      ...['created_at', 'completed_at', 'purpose'],
    ],
  });
}

export async function exportRefunds(
  ctx: DashboardContext,
  caller: Caller,
  query: Query<'refunds'>,
): Promise<Chunks> {
  return csvOf({
    load: (paging) => listRefunds(ctx, caller, { ...query, ...paging }),
    idOf: (row) => row.refund_id,
    cells: (row) => ({
      refund_id: row.refund_id,
      payment_id: row.payment_id,
      status: row.status,
      amount: formatFiat(row.amount_minor),
      currency: row.currency,
      chain: row.chain,
      token: row.token,
      tx_hash: row.tx_hash,
      refunded_to: row.refunded_to,
      reason: row.reason,
      failure_reason: row.failure_reason,
      created_at: row.created_at.toISOString(),
      completed_at: row.completed_at?.toISOString(),
    }),
    columns: [
      ...['refund_id', 'payment_id', 'status', 'amount', 'currency', 'chain', 'token', 'tx_hash'],
      ...['refunded_to', 'reason', 'failure_reason', 'created_at', 'completed_at'],
    ],
  });
}

export async function exportInvoices(
  ctx: DashboardContext,
  caller: Caller,
  query: Query<'invoices'>,
): Promise<Chunks> {
  return csvOf({
    load: (paging) => listInvoices(ctx, caller, { ...query, ...paging }),
    idOf: (row) => row.invoice_id,
    cells: (row) => ({
      invoice_id: row.invoice_id,
      invoice_number: row.invoice_number,
      status: row.status,
      amount: formatFiat(row.amount_minor),
      currency: row.currency,
      customer_name: row.customer_name,
      customer_email: row.customer_email,
      due_date: row.due_date,
      created_at: row.created_at.toISOString(),
      subtotal: formatFiat(row.subtotal_minor),
      tax_amount: formatFiat(row.tax_amount_minor),
      paid_at: row.paid_at?.toISOString(),
      payment_id: row.payment_id,
    }),
    columns: [
      ...['invoice_id', 'invoice_number', 'status', 'amount', 'currency', 'customer_name', 'customer_email'],
      ...['due_date', 'created_at', 'subtotal', 'tax_amount', 'paid_at', 'payment_id'],
    ],
  });
}

export async function exportEvents(
  ctx: DashboardContext,
  caller: Caller,
  query: Query<'events'>,
): Promise<Chunks> {
  const filter = { environment: caller.environment, type: query.type ?? null };
  const own = { merchantId: caller.merchant_id, direction: 'older' } as const;
  return csvOf({
    load: ({ limit, starting_after: after }) =>
      selectEventSummaryPage(ctx.db, filter, { ...own, cursorId: after ?? null, limit }),
    idOf: (row) => row.event_id,
    cells: (row) => ({ ...row, created_at: row.created_at.toISOString() }),
    columns: ['event_id', 'type', 'resource_id', 'created_at'],
  });
}

export async function exportPayouts(
  ctx: DashboardContext,
  caller: Caller,
  query: Query<'payouts'>,
): Promise<Chunks> {
  const { created_gte: from, created_lte: to, ...filter } = query;
  const created = { from: timeOf(from), to: timeOf(to) };
  return csvOf({
    load: (paging) => listPayouts(ctx, caller, { ...filter, ...paging }, created),
    idOf: (row) => row.payout_id,
    cells: (row) => ({
      payout_id: row.payout_id,
      status: row.status,
      initiator: row.initiator,
      chain: row.chain,
      token: row.token,
      token_amount: formatUnits(BigInt(row.token_units), tokenDecimals(row.chain, row.token)),
      amount: formatFiat(row.worth_minor),
      currency: row.currency,
      address: row.address,
      tx_hash: row.tx_hash,
      failure_reason: row.failure_reason,
      created_at: row.created_at.toISOString(),
      completed_at: row.status === 'completed' ? row.ended_at?.toISOString() : null,
    }),
    columns: [
      ...['payout_id', 'status', 'initiator', 'chain', 'token', 'token_amount', 'amount', 'currency'],
      ...['address', 'tx_hash', 'failure_reason', 'created_at', 'completed_at'],
    ],
  });
}

/** For accountants: every line of the merchant's balances, with its worth at the time. */
export async function exportBalance(
  ctx: DashboardContext,
  caller: Caller,
  query: Query<'balance'>,
): Promise<Chunks> {
  const filter = { from: timeOf(query.created_gte), to: timeOf(query.created_lte) };
  return csvOf({
    load: (paging) => statement(ctx, caller, filter, paging),
    idOf: (row) => row.cursor,
    cells: ({ cursor: _, ...row }) => row,
    columns: [
      ...['posted_at', 'type', 'source_id', 'payment_id', 'chain', 'token', 'token_in', 'token_out', 'fee'],
      ...['worth', 'currency', 'tx_hash', 'pool_fee', 'bridge_fee', 'slippage', 'gas'],
      ...['gross', 'rate', 'invoice_number', 'customer_email', 'reference_id'],
    ],
  });
}

function timeOf(text: string | undefined): Date | null {
  const ms = text === undefined ? null : parseTimestamp(text);
  return ms === null ? null : new Date(ms);
}

interface Source<Row> {
  load(paging: { limit: number; starting_after?: string }): Promise<Page<Row>>;
  idOf(row: Row): string;
  columns: string[];
  cells(row: Row): Record<string, string | null | undefined>;
}

/** Loads the first page before the response starts, so that errors are normal error responses. */
async function csvOf<Row>(source: Source<Row>): Promise<Chunks> {
  return chunks(source, await source.load({ limit: rowsPerPage }));
}

/** One page at a time, newest first, so rows created during the export do not shift later pages. */
async function* chunks<Row>(source: Source<Row>, first: Page<Row>): Chunks {
  const { columns } = source;
  yield byteOrderMark + csvLine(columns);
  let page = first;
  for (;;) {
    const lines = page.rows.map((row) => {
      const cells = source.cells(row);
      return csvLine(columns.map((column) => cells[column]));
    });
    if (lines.length > 0) yield lines.join('');
    const last = page.rows.at(-1);
    if (!page.hasMore || !last) return;
    page = await source.load({ limit: rowsPerPage, starting_after: source.idOf(last) });
  }
}
