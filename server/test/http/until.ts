import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until the answer is true; fails when it is not in time. Says how long it took. */
export async function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  deadlineMs = 60_000,
): Promise<number> {
  const startMs = performance.now();
  for (;;) {
    if (await check()) return performance.now() - startMs;
    if (performance.now() - startMs > deadlineMs) throw new Error(`Not within ${deadlineMs} ms: ${what}`);
    await sleep(10);
  }
}
