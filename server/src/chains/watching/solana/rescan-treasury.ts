import type { Db } from '../../../platform/db/client.ts';
import type { SolanaNode } from '../../solana/node.ts';
import { bumpVersion } from '../store.ts';
import type { HistoryMark } from './slot-ledger-port.ts';
import { upsertMarks } from './slot-store.ts';
import type { Treasury } from './treasury-accounts.ts';

/**
 * Lets workers read the treasury's history again from this slot on. Deposit addresses need nothing of the kind: their
 * balances are compared with what is known at every look. Returns the accounts.
 */
export async function rescanTreasury(
  db: Db,
  node: SolanaNode,
  { accounts }: Pick<Treasury, 'accounts'>,
  fromSlot: number,
): Promise<string[]> {
  const marks = new Map<string, HistoryMark | null>();
  for (const { account } of accounts) {
    const entries = await node.history(account, { commitment: 'finalized', atLeast: 0, downTo: fromSlot });
    const last = entries.find(({ slot }) => slot < fromSlot);
    marks.set(account, last ? { signature: last.signature, slot: last.slot, units: null } : null);
  }
  await db.begin(async (tx) => {
    // A step under way is refused, and takes the new marks with the next one.
    await bumpVersion(tx, 'solana');
    await upsertMarks(tx, marks);
  });
  return [...marks.keys()];
}
