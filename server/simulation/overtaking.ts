import type { Op } from './scheduler/scheduler.ts';
import type { Simulation } from './simulation.ts';

/** Longer than any lease. */
const stalledMs = 61_000;
const blocksMeanwhile = 2;
const maxOps = 300;

/**
 * A process stalls before `op`, between what it has read and what it writes: its leases end, blocks are made, and a worker does
 * the same task from beginning to end. Then it goes on with what it has read.
 */
export async function overtake(
  { world, processes }: Simulation,
  { caller }: Op,
  task: string,
): Promise<void> {
  const { scheduler, clock, chains, trace } = world;
  const other = processes.workers.find((worker) => worker.caller !== caller);
  if (!other) return;
  trace.add(`fault: ${caller.name} is overtaken at ${task}`);
  clock.advance(stalledMs);
  for (const chain of chains) for (let block = 0; block < blocksMeanwhile; block++) chain.mine(clock.nowMs());
  for (const one of other.tasks) if (one.name === task) processes.run(other, one);
  await scheduler.settle();
  for (let count = 0; count < maxOps; count++) {
    const own = scheduler.eligible().find((op) => op.caller === other.caller);
    if (!own) return;
    await scheduler.perform(own, 'done');
  }
}
