import type {
  BalanceExportParams,
  EventExportParams,
  InvoiceExportParams,
  PaymentExportParams,
  PayoutExportParams,
  RefundExportParams,
} from '../export-types.ts';
import type { RequestOptions } from '../options.ts';
import { Resource } from './resource.ts';

/**
 * Whole lists as CSV files: `causeway.exports`. Each method resolves to the file as a stream, which ends with an error if the file is
 * cut off. `timeoutMs` counts until the file begins.
 *
 * @example
 * import { writeFile } from 'node:fs/promises';
 * await writeFile('payments.csv', await causeway.exports.payments());
 */
export class Exports extends Resource {
  /**
   * Exports payments.
   *
   * @example
   * await writeFile('payments.csv', await causeway.exports.payments({ status: 'completed', created_gte: '2026-01-01' }));
   */
  payments(params?: PaymentExportParams, options?: RequestOptions): Promise<ReadableStream<Uint8Array>> {
    return this.file('/exports/payments.csv', params, options);
  }

  /**
   * Exports refunds.
   *
   * @example
   * await writeFile('refunds.csv', await causeway.exports.refunds({ status: 'failed' }));
   */
  refunds(params?: RefundExportParams, options?: RequestOptions): Promise<ReadableStream<Uint8Array>> {
    return this.file('/exports/refunds.csv', params, options);
  }

  /**
   * Exports invoices.
   *
   * @example
   * await writeFile('invoices.csv', await causeway.exports.invoices({ status: 'paid' }));
   */
  invoices(params?: InvoiceExportParams, options?: RequestOptions): Promise<ReadableStream<Uint8Array>> {
    return this.file('/exports/invoices.csv', params, options);
  }

  /**
   * Exports events, without their data.
   *
   * @example
   * await writeFile('events.csv', await causeway.exports.events({ type: 'payment.completed' }));
   */
  events(params?: EventExportParams, options?: RequestOptions): Promise<ReadableStream<Uint8Array>> {
    return this.file('/exports/events.csv', params, options);
  }

  /**
   * Exports payouts.
   *
   * @example
   * await writeFile('payouts.csv', await causeway.exports.payouts({ chain: 'base' }));
   */
  payouts(params?: PayoutExportParams, options?: RequestOptions): Promise<ReadableStream<Uint8Array>> {
    return this.file('/exports/payouts.csv', params, options);
  }

  /**
   * Exports everything that changed your balances, for accountants.
   *
   * @example
   * await writeFile('balance.csv', await causeway.exports.balance({ created_gte: '2026-01-01', created_lte: '2026-12-31' }));
   */
  balance(params?: BalanceExportParams, options?: RequestOptions): Promise<ReadableStream<Uint8Array>> {
    return this.file('/exports/balance.csv', params, options);
  }
}
