import { type Chance, chanceFrom } from './chance.ts';
import type { Simulation } from './simulation.ts';
import type { World } from './world.ts';

/** Of the steps of a storm. */
const share = 0.03;
const maxOps = 100;
/** The look that lets a payout go, and what follows from it. */
const tasks = ['reconcile', 'release-payouts'] as const;

/** Choices of its own, so that the other ones of a history stay what they are. */
const ownSeed = 0x1007;
const chances = new WeakMap<World, Chance>();

/**
 * A worker compares the ledger while a payout waits, and lets go what it may, before any block comes: the newest final block is
 * often older than the payout then.
 */
export async function hurry({ world, processes }: Simulation): Promise<void> {
  const { scheduler, database, trace, clock } = world;
  const chance = chances.get(world) ?? chanceFrom(world.seed ^ ownSeed);
  chances.set(world, chance);
  // In a transaction of somebody else the looks below would wait for its locks.
  if (!chance.happens(share) || scheduler.transaction) return;
  const waiting = await database.query(`
    select from payout_steps join payouts using (payout_id)
    where transfer_id is null and environment = 'live' limit 1`);
  if (waiting.length === 0) return;
  const worker = chance.pick(processes.workers);
  trace.add(`${worker.caller.name} is in a hurry`);
  await database.query(`update ledger_reconciliations set due_at = to_timestamp(${clock.nowMs()} / 1000.0)`);
  for (const name of tasks) {
    for (const task of worker.tasks) if (task.name === name) processes.run(worker, task);
    await scheduler.settle();
    for (let count = 0; count < maxOps; count++) {
      const own = scheduler.eligible().find((op) => op.caller === worker.caller);
      if (!own) break;
      await scheduler.perform(own, 'done');
    }
  }
}
