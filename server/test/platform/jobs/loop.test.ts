import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { registerTaskMetrics } from '../../../src/app/metrics.ts';
import { type Jobs, runDueTasks, startJobs } from '../../../src/platform/jobs/loop.ts';
import type { Task } from '../../../src/platform/jobs/task.ts';
import type { TaskName } from '../../../src/platform/jobs/task-names.ts';
import { createMetrics } from '../../../src/platform/metrics/metrics.ts';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let jobs: Jobs | undefined;
beforeAll(async () => {
  service = await startTestService({ env: { LOG_LEVEL: 'silent' } });
  service.ctx.log.level = 'silent';
});
afterEach(async () => {
  await jobs?.stop();
  jobs = undefined;
});
afterAll(() => service.stop());

const start = async (...tasks: Task[]) => {
  jobs = await startJobs(service.ctx, tasks);
  return jobs;
};

/** A task whose batches the test writes, with the moments they started at. */
function task(
  name: string,
  run: (batch: number) => number | Promise<number>,
  nextDueAt: Task['nextDueAt'] = async () => null,
) {
  const startedAtMs: number[] = [];
  const made: Task = {
    // Any name will do for a loop: it is only told from the others' in logs and metrics.
    name: name as TaskName,
    nextDueAt,
    async run() {
      startedAtMs.push(performance.now());
      return run(startedAtMs.length);
    },
  };
  return { ...made, startedAtMs };
}

/** A promise and the function that keeps it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const metric = async (name: string, labels: string) => {
  const text = await service.ctx.metrics.registry.metrics();
  return Number(new RegExp(`^${name}\\{${labels}\\} ([\\d.]+)$`, 'm').exec(text)?.[1] ?? 0);
};

describe('a loop', () => {
  it('gives a batch up that hangs, says since when it runs, and goes on', async () => {
    const hanging = gate();
    const stuck = task('stuck', async (batch) => {
      if (batch === 1) await hanging.opened;
      return 0;
    });
    jobs = await startJobs(service.ctx, [stuck], { batchMs: 200, dueMs: 1000 });
    await until(async () => (await metric('causeway_task_running_since_seconds', 'task="stuck"')) > 0);
    await until(() => stuck.startedAtMs.length > 1);
    expect(await metric('causeway_task_runs_total', 'task="stuck",result="failed"')).toBe(1);
    hanging.open();
  });

  it('logs that it cannot ask when a task is due, and looks as usual', async () => {
    const logged = vi.spyOn(service.ctx.log, 'warn');
    const failing = task(
      'undated',
      () => 0,
      async () => {
        throw new Error('no answer');
      },
    );
    await start(failing);
    await until(() => failing.startedAtMs.length > 1);
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ task: 'undated', err: expect.objectContaining({ message: 'no answer' }) }),
      'could not ask when a task is due: looking as usual',
    );
    logged.mockRestore();
  });

  it('looks as usual when it gets no answer to when a task is due', async () => {
    const logged = vi.spyOn(service.ctx.log, 'warn');
    const silent = task(
      'undated',
      () => 0,
      () => new Promise(() => {}),
    );
    jobs = await startJobs(service.ctx, [silent], { batchMs: 1000, dueMs: 50 });
    await until(() => silent.startedAtMs.length > 1);
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ err: expect.objectContaining({ message: 'no answer within 0.05 s' }) }),
      'could not ask when a task is due: looking as usual',
    );
    logged.mockRestore();
  });

  it('leaves a task out of the metrics that cannot say when it is due: zero would silence the alert', async () => {
    const metrics = createMetrics({ queuedEmails: async () => 0 });
    const logged = vi.spyOn(service.ctx.log, 'warn');
    const failing = task(
      'undated',
      () => 0,
      async () => {
        throw new Error('no answer');
      },
    );
    const idle = task('idle', () => 0);
    registerTaskMetrics({ ...service.ctx, metrics }, [failing, { ...idle, name: failing.name }, idle]);
    const text = await metrics.registry.metrics();
    expect(text.match(/^causeway_task_due_seconds.*$/gm)).toEqual([
      'causeway_task_due_seconds{task="idle"} 0',
    ]);
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ task: 'undated' }),
      'could not ask how long a task is due',
    );
    logged.mockRestore();
  });

  it('runs batches as long as there is something to do', async () => {
    const busy = task('busy', (batch) => (batch < 5 ? 100 : 0));
    await start(busy);
    await until(() => busy.startedAtMs.length >= 5);
    expect(await metric('causeway_task_items_total', 'task="busy"')).toBe(400);
    expect(await metric('causeway_task_runs_total', 'task="busy",result="done"')).toBe(4);
  });

  it('looks again at the moment the task says, without being woken', async () => {
    const planned = task(
      'planned',
      () => 0,
      async () => new Date(Date.now() + 60),
    );
    await start(Object.assign(planned, { everyMs: 600_000 }));
    await until(() => planned.startedAtMs.length >= 3);
  });

  it('looks again about every second when nothing is planned', async () => {
    const idle = task('idle', () => 0);
    await start(idle);
    await until(() => idle.startedAtMs.length >= 2);
    const [first = 0, second = 0] = idle.startedAtMs;
    expect(second - first).toBeGreaterThan(900);
  });

  it('does not spin on work that is due but cannot be done', async () => {
    const stuck = task(
      'stuck',
      () => 0,
      async () => new Date(0),
    );
    await start(stuck);
    await until(() => stuck.startedAtMs.length >= 10);
    const [first = 0, tenth = 0] = [stuck.startedAtMs[0], stuck.startedAtMs[9]];
    expect(tenth - first).toBeGreaterThan(9 * 19);
  });
});

describe('a task that throws', () => {
  it('is tried again, each time later, and works once the cause is gone; the others go on', async () => {
    let failures = 0;
    const failing = task('failing', (batch) => {
      if (batch <= 3 || healthy.startedAtMs.length <= 20) {
        failures++;
        throw new Error('broken');
      }
      return 0;
    });
    const healthy = task(
      'healthy',
      () => 0,
      async () => new Date(),
    );
    await start(failing, healthy);
    await until(() => failing.startedAtMs.length > failures);
    const [first = 0, second = 0, third = 0, fourth = 0] = failing.startedAtMs;
    // Timers may fire a millisecond early.
    expect(second - first).toBeGreaterThanOrEqual(199);
    expect(third - second).toBeGreaterThanOrEqual(399);
    expect(fourth - third).toBeGreaterThanOrEqual(799);
    expect(await metric('causeway_task_runs_total', 'task="failing",result="failed"')).toBe(failures);
  });

  it('starts from the shortest pause again after a success', async () => {
    const flaky = task(
      'flaky',
      (batch) => {
        if (batch % 2 === 1) throw new Error('every other time');
        return 0;
      },
      async () => new Date(),
    );
    await start(flaky);
    await until(() => flaky.startedAtMs.length >= 5);
    const [, , third = 0, fourth = 0] = flaky.startedAtMs;
    expect(fourth - third).toBeGreaterThanOrEqual(199);
  });

  it('a due time that cannot be read does not end the loop', async () => {
    const blind = task(
      'blind',
      () => 0,
      async () => Promise.reject(new Error('no database')),
    );
    await start(blind);
    await until(() => blind.startedAtMs.length >= 2);
  });
});

describe('stop', () => {
  it('lets the batch under way finish and starts no other', async () => {
    const { opened, open } = gate();
    let finished = false;
    const slow = task('slow', async () => {
      await opened;
      finished = true;
      return 100;
    });
    const started = await start(slow);
    await until(() => slow.startedAtMs.length === 1);
    let stopped = false;
    const stopping = started.stop().then(() => {
      stopped = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect({ stopped, finished }).toEqual({ stopped: false, finished: false });
    open();
    await stopping;
    expect(finished).toBe(true);
    expect(slow.startedAtMs).toHaveLength(1);
  });

  it('does not wait out a pause', async () => {
    const idle = task('resting', () => 0);
    const started = await start(Object.assign(idle, { everyMs: 600_000 }));
    await until(() => idle.startedAtMs.length === 1);
    await new Promise((resolve) => setImmediate(resolve));
    // The pause is longer than a test may take.
    await started.stop();
    expect(idle.startedAtMs).toHaveLength(1);
  });

  it('does not wait out a pause that begins while it stops', async () => {
    const asked = gate();
    const answer = gate();
    const idle = task(
      'asking',
      () => 0,
      async () => {
        asked.open();
        await answer.opened;
        return null;
      },
    );
    const started = await start(Object.assign(idle, { everyMs: 600_000 }));
    await asked.opened;
    const stopping = started.stop();
    answer.open();
    await stopping;
    expect(idle.startedAtMs).toHaveLength(1);
  });

  it('ends although what a task had under way fails, and waits for the others', async () => {
    const { opened, open } = gate();
    let isDone = false;
    const failing = {
      ...task('failing', () => 0),
      drain: () => Promise.reject(new Error('the database was away')),
    };
    const slow = {
      ...task('slow', () => 0),
      async drain() {
        await opened;
        isDone = true;
      },
    };
    const stopping = (await start(failing, slow)).stop();
    open();
    await stopping;
    expect(isDone).toBe(true);
    jobs = undefined;
  });

  it('does not wait out the pause after a failure', async () => {
    const failing = task('hopeless', () => {
      throw new Error('broken');
    });
    const started = await start(failing);
    await until(() => failing.startedAtMs.length === 3);
    await started.stop();
    expect(failing.startedAtMs).toHaveLength(3);
  });
});

describe('runDueTasks', () => {
  it('goes round until nobody has anything left to do', async () => {
    const second = task('second', () => (first.startedAtMs.length === 2 ? 1 : 0));
    const first = task('first', (round) => (round === 1 ? 1 : 0));
    await runDueTasks(service.ctx, [first, second]);
    expect([first.startedAtMs.length, second.startedAtMs.length]).toEqual([3, 3]);
  });
});
