import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { post } from '../ledger/ledger.ts';
import { payoutLostPosting } from '../ledger/postings.ts';
import { lostFailure, type TransferRow } from '../transfers/transfer.ts';
import { updateEndedAgain } from './payout-store.ts';

/**
 * Follows transfers that end again. The payout stays completed. It names the transaction that paid it in the end, or says
 * that none did: then the money is back in the balance.
 */
export async function endPayoutsAgain(
  { clock }: Pick<Context, 'clock'>,
  tx: Sql,
  transfers: readonly TransferRow[],
  move: 'completed' | 'failed',
): Promise<void> {
  for (const transfer of transfers.filter(({ kind }) => kind === 'payout')) {
    const failure = move === 'failed' ? lostFailure(transfer) : null;
    const payout = await updateEndedAgain(tx, transfer.source, { txHash: transfer.tx_hash, failure });
    if (!payout || !failure) continue;
    const { environment, merchant_id: merchantId, chain, token, token_units } = payout;
    const money = { environment, merchantId, chain, token, units: BigInt(token_units) };
    await post(tx, [payoutLostPosting(money, payout.payout_id, clock.now())]);
  }
}
