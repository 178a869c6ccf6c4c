import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post } from '../ledger/ledger.ts';
import type { Posting } from '../ledger/posting.ts';
import { reopenedFailure, type SecondEnd, type TransferRow } from './transfer.ts';

/** How a refund, return or payout takes the second end of its transfer. */
export interface ReopenedKind<Row> {
  kind: TransferRow['kind'];
  /** Returns undefined unless it is `completed`. */
  update: (tx: Sql, source: string, end: SecondEnd) => Promise<Row | undefined>;
  /** The posting that returns the money to the merchant's balance. */
  back: (row: Row, at: Date) => Posting;
}

/**
 * Transfer follower for reopened transfers: they were completed in a block that the chain abandoned, and end a second
 * time. Status stays `completed` once announced. The row gets the hash of the transaction that paid in the end, or a
 * failure reason, and then the money goes back to the merchant's balance.
 */
export async function endReopened<Row>(
  { clock }: Pick<Context, 'clock'>,
  tx: Sql,
  transfers: readonly TransferRow[],
  move: 'completed' | 'failed',
  { kind, update, back }: ReopenedKind<Row>,
): Promise<void> {
  for (const transfer of transfers.filter((one) => one.kind === kind)) {
    const failure = move === 'failed' ? reopenedFailure(transfer) : null;
    const row = await update(tx, transfer.source, { txHash: transfer.tx_hash, failure });
    if (row && failure) await post(tx, [back(row, clock.now())]);
  }
}
