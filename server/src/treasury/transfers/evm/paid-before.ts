import { searchBack } from '../../../chains/evm/search-back.ts';
import { hourMs } from '../../../lib/durations.ts';
import { timeOfId } from '../../../lib/ids.ts';
import type { TransferRow } from '../transfer.ts';
import type { Sender } from './sender.ts';
import { type PaidResult, paidFilter, paidResult } from './vault-calls.ts';

/**
 * The payment of a transfer whose id the vault has used, at or before this block. A database that was restored from a
 * backup does not know that it sent it. Looks back to the time at which the id was made, which may be long before the
 * transfer was asked for again. Null when it is in none of these blocks.
 */
export async function findPaid(
  { chain, vault, reads }: Sender,
  transfer: TransferRow,
  finalNumber: number,
): Promise<Exclude<PaidResult, { result: 'failed' }> | { result: 'too old' }> {
  const { transfer_id: id, created_at } = transfer;
  const since = new Date(Math.min(timeOfId(id) ?? Number.POSITIVE_INFINITY, created_at.getTime()) - hourMs);
  const found = await searchBack(reads, finalNumber, since, paidFilter(vault), (logs) => {
    const result = paidResult(chain, vault, transfer, logs);
    // Attempts that failed come before the one that did not.
    return result?.result === 'failed' ? null : result;
  });
  return found === 'too old' ? { result: found } : found;
}
