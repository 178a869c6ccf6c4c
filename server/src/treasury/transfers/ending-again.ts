import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post } from '../ledger/ledger.ts';
import type { Posting } from '../ledger/posting.ts';
import { type EndAgain, lostFailure, type TransferRow } from './transfer.ts';

/** What transfers of one kind were made for. */
export interface PaidAgain<Row> {
  kind: TransferRow['kind'];
  /** Returns nothing when it was not told as completed. */
  update: (tx: Sql, source: string, end: EndAgain) => Promise<Row | undefined>;
  /** Books the money of what was not paid after all. */
  back: (row: Row, at: Date) => Posting;
}

/**
 * Follows transfers that end again, after a chain abandoned the block of their first end. What was told as completed stays
 * so: the contract knows no way back. It names the transaction that paid it in the end, or says that none did, and then the
 * money is in the merchant's balance.
 */
export async function endAgain<Row>(
  { clock }: Pick<Context, 'clock'>,
  tx: Sql,
  transfers: readonly TransferRow[],
  move: 'completed' | 'failed',
  { kind, update, back }: PaidAgain<Row>,
): Promise<void> {
  for (const transfer of transfers.filter((one) => one.kind === kind)) {
    const failure = move === 'failed' ? lostFailure(transfer) : null;
    const row = await update(tx, transfer.source, { txHash: transfer.tx_hash, failure });
    if (row && failure) await post(tx, [back(row, clock.now())]);
  }
}
