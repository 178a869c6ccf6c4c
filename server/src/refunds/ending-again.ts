import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { post } from '../ledger/ledger.ts';
import { refundBackPosting } from '../ledger/postings.ts';
import { lostFailure, type TransferRow } from '../transfers/transfer.ts';
import { moneyOf } from './ending.ts';
import { updateEndedAgain } from './store.ts';

/**
 * Follows transfers that end again. The refund stays completed, since the contract knows no way back. It names the
 * transaction that paid it in the end, or says that none did: then the money is back in the merchant's balance.
 */
export async function endRefundsAgain(
  { clock }: Pick<Context, 'clock'>,
  tx: Sql,
  transfers: readonly TransferRow[],
  move: 'completed' | 'failed',
): Promise<void> {
  for (const transfer of transfers.filter(({ kind }) => kind === 'refund')) {
    const failure = move === 'failed' ? lostFailure(transfer) : null;
    const refund = await updateEndedAgain(tx, transfer.source, { txHash: transfer.tx_hash, failure });
    if (refund && failure)
      await post(tx, [refundBackPosting(moneyOf(refund), refund.refund_id, clock.now())]);
  }
}
