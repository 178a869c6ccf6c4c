import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createCheckTask } from '../../../src/app/check-chains.ts';
import type { Context } from '../../../src/app/context.ts';
import type { Task } from '../../../src/platform/jobs/task.ts';
import { type ManualClock, manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let clock: ManualClock;
let ctx: Context;
let task: Task;
/** What the next looks find. */
let problem: string | null;
beforeAll(async () => {
  service = await startTestService({ env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => service?.stop());
beforeEach(async () => {
  clock = manualClock();
  ctx = { ...service.ctx, clock };
  problem = null;
  await ctx.db`truncate chain_status, chain_cursors`;
  const look = async () => ({ problem, sweepUnits: null, leastNative: null, hotOwner: null });
  task = createCheckTask([{ id: 'base', look }]);
});

/** What the checkout is told after one more look. */
async function look(found: string | null): Promise<string | null | undefined> {
  problem = found;
  clock.advance(30_000);
  await task.run(ctx);
  const [row] = await ctx.db<{ problem: string | null }[]>`select problem from chain_status`;
  return row?.problem;
}

it('a chain goes off after two failed looks in a row, and on with the first good one', async () => {
  expect(await look(null)).toBeNull();
  expect(await look('the node did not answer')).toBeNull();
  expect(await look(null)).toBeNull();
  expect(await look('the node did not answer')).toBeNull();
  expect(await look('no answer again')).toBe('no answer again');
  expect(await look(null)).toBeNull();
});

it('a chain that was never seen to work is off at once', async () => {
  expect(await look('the node did not answer')).toBe('the node did not answer');
});

it('a chain that halted is off at once', async () => {
  expect(await look(null)).toBeNull();
  await ctx.db`
    insert into chain_cursors (chain, number, hash, block_time, halted_at, halted_reason)
    values ('base', 1, '0x1', now(), now(), 'block 1 was replaced')`;
  expect(await look(null)).toContain('Halted: block 1 was replaced');
});
