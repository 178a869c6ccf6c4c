import { searchBack } from '../../../chains/evm/search-back.ts';
import { hourMs } from '../../../lib/durations.ts';
import { timeOfId } from '../../../lib/ids.ts';
import type { TransferRow } from '../transfer.ts';
import type { Sender } from './sender.ts';
import { type PaidResult, paidFilter, paidResult } from './vault-calls.ts';

/**
 * Finds the payment of a transfer whose id the vault has used, up to this block: it was sent before a backup was
 * restored. Reads back to the time in the id, which may be long before the transfer was requested again. Null if no
 * block has it.
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
    // Failed attempts have logs too, before the successful one.
    return result?.result === 'failed' ? null : result;
  });
  return found === 'too old' ? { result: found } : found;
}
