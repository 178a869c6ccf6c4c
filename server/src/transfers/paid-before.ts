import { hourMs } from '../durations.ts';
import { timeOfId } from '../ids.ts';
import type { Sender } from './sender.ts';
import type { TransferRow } from './transfer.ts';
import { type PaidResult, paidFilter, paidResult } from './vault-calls.ts';

/** What most providers take at once. */
const blocksAtOnce = 2000;
/** A million blocks of 2 seconds are three weeks. */
const maxParts = 500;

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
  const since = Math.min(timeOfId(id) ?? Number.POSITIVE_INFINITY, created_at.getTime()) - hourMs;
  let to = finalNumber;
  for (let part = 0; part < maxParts && to >= 0; part++) {
    const last = await reads.header(to);
    if (!last || last.time.getTime() < since) return null;
    const from = Math.max(0, to - blocksAtOnce + 1);
    const logs = await reads.logsBetween(from, last, [paidFilter(vault)]);
    const found = paidResult(chain, vault, transfer, logs);
    // Attempts that failed come before the one that did not.
    if (found && found.result !== 'failed') return found;
    to = from - 1;
  }
  return to < 0 ? null : { result: 'too old' };
}
