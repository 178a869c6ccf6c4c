import { seriesOf } from '../../treasury/transfers/pay-ids.ts';
import type { NewTransfer } from '../../treasury/transfers/transfers.ts';
import type { RefundRow } from './store.ts';

/** Refunds of a payment are paid one after the other, so that each has its place among the payment's units. */
export function transferOf(row: RefundRow, toAddress: string): NewTransfer {
  return {
    transferId: row.refund_id,
    kind: 'refund',
    environment: row.environment,
    merchantId: row.merchant_id,
    chain: row.chain,
    token: row.token,
    toAddress,
    units: BigInt(row.token_units),
    source: row.refund_id,
    series: seriesOf.refund(row.payment_id),
  };
}
