import type { NewTransfer } from '../../treasury/transfers/transfers.ts';
import type { RefundRow } from './store.ts';

/** The transfer has the refund's id, so that the vault pays a refund once even if the database is restored. */
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
  };
}
