import type { Query } from './types.ts';

/**
 * Filters of `exports.payments`.
 *
 * @example
 * const params: PaymentExportParams = { status: 'completed', created_gte: '2026-01-01' };
 */
export type PaymentExportParams = Query<'exportPayments'>;

/**
 * Filters of `exports.refunds`.
 *
 * @example
 * const params: RefundExportParams = { status: 'failed' };
 */
export type RefundExportParams = Query<'exportRefunds'>;

/**
 * Filters of `exports.invoices`.
 *
 * @example
 * const params: InvoiceExportParams = { status: 'paid' };
 */
export type InvoiceExportParams = Query<'exportInvoices'>;

/**
 * Filters of `exports.events`.
 *
 * @example
 * const params: EventExportParams = { type: 'payment.completed' };
 */
export type EventExportParams = Query<'exportEvents'>;

/**
 * Filters of `exports.payouts`.
 *
 * @example
 * const params: PayoutExportParams = { chain: 'base' };
 */
export type PayoutExportParams = Query<'exportPayouts'>;

/**
 * Filters of `exports.balance`.
 *
 * @example
 * const params: BalanceExportParams = { created_gte: '2026-01-01', created_lte: '2026-12-31' };
 */
export type BalanceExportParams = Query<'exportBalance'>;
