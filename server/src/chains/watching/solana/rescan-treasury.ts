import type { Context } from '../../../app/context.ts';
import { minuteMs } from '../../../lib/durations.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { SolanaNode } from '../../solana/node.ts';
import { deleteDueRescans, postponeRescans, selectDueRescans } from '../rescan-store.ts';
import { bumpVersion } from '../store.ts';
import type { HistoryMark } from './slot-ledger-port.ts';
import { upsertMarks } from './slot-store.ts';
import type { Treasury } from './treasury-accounts.ts';

const atOnce = 1000;

/**
 * Lets workers read the treasury's history again from the first slot on in which a node invented a payment: it may have shown it
 * instead of another. What came to deposit addresses is found by their balances.
 */
export async function rescanDueSlots(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  node: SolanaNode,
  treasury: Pick<Treasury, 'accounts'>,
): Promise<void> {
  const slots = await selectDueRescans(db, 'solana', clock.now(), atOnce);
  if (slots.length === 0) return;
  try {
    await rescanTreasury(db, node, treasury, Math.min(...slots));
    log.warn({ chain: 'solana', slots }, 'the treasury is read again from where a node invented money');
  } catch (error) {
    await postponeRescans(db, 'solana', slots, new Date(clock.nowMs() + minuteMs));
    log.error({ err: error, chain: 'solana', slots }, 'could not read the treasury again, will retry');
  }
}

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
    await deleteDueRescans(tx, 'solana', { from: fromSlot, to: Number.MAX_SAFE_INTEGER });
  });
  return [...marks.keys()];
}
