import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { post } from '../ledger/ledger.ts';
import { returnBackPosting } from '../ledger/postings.ts';
import { lostFailure, type TransferRow } from '../transfers/transfer.ts';
import { updateReturnedAgain } from './resolving-store.ts';

/**
 * Follows transfers that end again. The money stays returned. It names the transaction that paid it in the end, or says that
 * none did: then it is in the merchant's balance.
 */
export async function endReturnsAgain(
  { clock }: Pick<Context, 'clock'>,
  tx: Sql,
  transfers: readonly TransferRow[],
  move: 'completed' | 'failed',
): Promise<void> {
  for (const transfer of transfers.filter(({ kind }) => kind === 'return')) {
    const failure = move === 'failed' ? lostFailure(transfer) : null;
    const row = await updateReturnedAgain(tx, transfer.source, { txHash: transfer.tx_hash, failure });
    if (!row || !failure) continue;
    const { environment, merchant_id: merchantId, chain, token, token_units } = row;
    const money = { environment, merchantId, chain, token, units: BigInt(token_units) };
    await post(tx, [returnBackPosting(money, row.unapplied_id, clock.now())]);
  }
}
