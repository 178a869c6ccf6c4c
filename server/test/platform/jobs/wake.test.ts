import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTasks } from '../../../src/app/tasks.ts';
import { type Jobs, startJobs } from '../../../src/platform/jobs/loop.ts';
import type { Task } from '../../../src/platform/jobs/task.ts';
import type { TaskName } from '../../../src/platform/jobs/task-names.ts';
import { unlimited } from '../../payments/support.ts';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type SecondProcess, startSecondProcess } from '../http/second-process.ts';

/** No test lives to see a task look by itself: whatever starts it was a call. */
const everyMs = 600_000;

let worker: TestService;
let apiOnly: SecondProcess;
let jobs: Jobs | undefined;
beforeAll(async () => {
  worker = await startTestService({ requestsPerMinute: unlimited });
  apiOnly = await startSecondProcess(worker.databaseUrl);
});
afterEach(async () => {
  await jobs?.stop();
  jobs = undefined;
});
afterAll(async () => {
  await apiOnly.stop();
  await worker.stop();
});

/** Counts its looks; it never plans one itself. Starts right after a look, so that the next is ten minutes away. */
async function startIdle(name: TaskName): Promise<{ looks: () => number }> {
  let looks = 0;
  const idle: Task = {
    name,
    everyMs,
    nextDueAt: async () => null,
    run: async () => {
      looks++;
      return 0;
    },
  };
  jobs = await startJobs(worker.ctx, [idle]);
  await until(() => looks === 1);
  return { looks: () => looks };
}

describe('wake.at', () => {
  it('now starts the task at once', async () => {
    const { looks } = await startIdle('send-emails');
    worker.ctx.wake.at('send-emails', new Date());
    await until(() => looks() === 2);
  });

  it('later starts it then, not before', async () => {
    const { looks } = await startIdle('credit-payments');
    const dueMs = Date.now() + 300;
    worker.ctx.wake.at('credit-payments', new Date(dueMs));
    await until(() => looks() === 2);
    expect(Date.now()).toBeGreaterThanOrEqual(dueMs - 2);
  });

  it('the earliest of several counts', async () => {
    const { looks } = await startIdle('expire-invoices');
    for (const inMs of [60_000, 100, 90_000])
      worker.ctx.wake.at('expire-invoices', new Date(Date.now() + inMs));
    await until(() => looks() === 2);
  });

  it('a call for another task wakes nobody else', async () => {
    const { looks } = await startIdle('simulated-transfers');
    worker.ctx.wake.at('credit-payments', new Date());
    worker.ctx.wake.at('simulated-transfers', new Date(Date.now() + 150));
    await until(() => looks() === 2);
    expect(looks()).toBe(2);
  });

  it('a call during a batch is not lost', async () => {
    let looks = 0;
    const busy: Task = {
      name: 'deliver-webhooks',
      everyMs,
      nextDueAt: async () => null,
      run: async () => {
        if (++looks === 1) worker.ctx.wake.at('deliver-webhooks', new Date());
        return 0;
      },
    };
    jobs = await startJobs(worker.ctx, [busy]);
    await until(() => looks >= 2);
  });

  it('in a process without workers starts the task in the one that has them', async () => {
    const { looks } = await startIdle('simulated-customer');
    apiOnly.ctx.wake.at('simulated-customer', new Date());
    await until(() => looks() === 2);
  });

  it('many calls in a process without workers are one message', async () => {
    const heard: string[] = [];
    const { unlisten } = await worker.ctx.db.listen('causeway_wake', (payload) => heard.push(payload));
    const earliest = Date.now() + 1000;
    for (let i = 500; i >= 0; i--) apiOnly.ctx.wake.at('forget-old-events', new Date(earliest + i));
    await until(() => heard.length > 0);
    apiOnly.ctx.wake.at('forget-old-emails', new Date(earliest));
    await until(() => heard.some((payload) => payload.includes('forget-old-emails')));
    await unlisten();
    expect(heard.map((payload) => JSON.parse(payload))).toEqual([
      { task: 'forget-old-events', dueAtMs: earliest },
      { task: 'forget-old-emails', dueAtMs: earliest },
    ]);
  });

  it.each(['{"task":"x","dueAtMs":"soon"}', '{"task":"x"}', '{}', 'null', 'not JSON'])(
    'a message on the channel that is none of ours (%s) is passed over',
    async (payload) => {
      const heard: [string, number][] = [];
      const { stop } = await worker.ctx.wake.listen((task, dueAtMs) => heard.push([task, dueAtMs]));
      await worker.ctx.db.notify('causeway_wake', payload);
      const dueMs = Date.now();
      apiOnly.ctx.wake.at('forget-old-requests', new Date(dueMs));
      await until(() => heard.some(([task]) => task === 'forget-old-requests'));
      await stop();
      // A loop that is told to start at NaN would never rest again.
      expect(heard).toEqual([['forget-old-requests', dueMs]]);
    },
  );
});

describe('with the real tasks', () => {
  it('a payment made in a process without workers is paid by the one that has them', async () => {
    jobs = await startJobs(worker.ctx, await createTasks(worker.ctx));
    const created = await apiOnly.call('POST', '/api/v1/payments', {
      key: worker.testKey,
      body: { amount: '0.01', currency: 'USD' },
    });
    const path = `/payments/${created.json.data.payment_id}`;
    const isDone = async () => (await worker.call('GET', path)).json.data.status === 'completed';
    await until(isDone, 60_000);
  });
});
