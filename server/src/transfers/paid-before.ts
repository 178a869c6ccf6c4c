import { searchBack } from '../chains/evm/search-back.ts';
import { hourMs } from '../durations.ts';
import type { Sender } from './sender.ts';
import type { TransferRow } from './transfer.ts';
import { type PaidResult, paidFilter, paidResult } from './vault-calls.ts';

/**
 * The payment of a transfer whose id the vault has used, at or before this block. A database that was restored from a
 * backup does not know that it sent it. Looks back to the time at which the transfer was made.
 */
export function findPaid(
  { chain, vault, reads }: Sender,
  transfer: TransferRow,
  finalNumber: number,
): Promise<PaidResult> {
  const since = new Date(transfer.created_at.getTime() - hourMs);
  return searchBack(reads, finalNumber, since, paidFilter(vault), (logs) =>
    paidResult(chain, vault, transfer, logs),
  );
}
