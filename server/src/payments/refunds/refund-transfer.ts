import type { NewTransfer } from '../../treasury/transfers/transfers.ts';
import type { RefundRow } from './store.ts';

/** Its id is that of the refund, so that the vault pays a refund once, whatever the database says. */
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
