import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../../src/app/service.ts';
import { createTasks } from '../../src/app/tasks.ts';
import { dayMs, minuteMs } from '../../src/lib/durations.ts';
import { parseConfig } from '../../src/platform/config/config.ts';

/** Everything that is forgotten is forgotten after this long, instead of a day or more. */
const keptMs = 4 * minuteMs;
const everyMs = 5000;

const config = parseConfig(process.env as Record<string, string>);
const service = await startService(
  config,
  { http: true, workers: true },
  { requestsPerMinute: { test: 1e9, live: 1e9 } },
);
const { ctx } = service;

/** How long each task keeps what it forgets. */
const keptFor = {
  'forget-old-events': config.retentionDays * dayMs,
  'forget-old-emails': config.retentionDays * dayMs,
  'forget-stale-sessions': config.retentionDays * dayMs,
  'forget-old-requests': 7 * dayMs,
  'forget-idempotency-keys': dayMs,
};

let isStopping = false;

/** Runs the service's own tasks as they would run days later. Nothing else is told another time. */
async function forget(): Promise<void> {
  const tasks = await createTasks(ctx);
  while (!isStopping) {
    for (const [name, ownMs] of Object.entries(keptFor)) {
      const aheadMs = ownMs - keptMs;
      const nowMs = () => ctx.clock.nowMs() + aheadMs;
      const later = { ...ctx, clock: { nowMs, now: () => new Date(nowMs()) } };
      const task = tasks.find((one) => one.name === name);
      for (let found = 1; found > 0; ) found = (await task?.run(later)) ?? 0;
    }
    await sleep(everyMs);
  }
}

const forgetting = forget();
process.on('message', () => {
  // Twice: what finalizers free is collected the second time.
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const handles = readdirSync('/proc/self/fd').length;
  process.send?.({ rss, heapUsed, external, handles });
});
process.on('SIGTERM', async () => {
  isStopping = true;
  await forgetting;
  await service.stop();
  process.exit(0);
});
process.send?.({ url: config.publicUrl });
