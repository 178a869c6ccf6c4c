import { setTimeout as pause } from 'node:timers/promises';
import { connect } from './client.ts';

/** A shutdown that takes less than this is never probed. */
const firstProbeAfterMs = 1000;
const probeEveryMs = 500;
const probeTimeoutMs = 2000;
const maxFailures = 2;

/**
 * Resolves when the database did not respond twice in a row; rejects when the signal aborts. Probes on its own
 * connections, because those of the pool may be busy. An error from Postgres, such as too many connections, counts as a
 * response.
 */
export async function untilGone(url: string, signal: AbortSignal): Promise<void> {
  await pause(firstProbeAfterMs, undefined, { signal });
  for (let failures = 0; failures < maxFailures; ) {
    failures = (await responds(url)) ? 0 : failures + 1;
    await pause(probeEveryMs, undefined, { signal });
  }
}

async function responds(url: string): Promise<boolean> {
  const probe = connect(url, { poolSize: 1 });
  const response = probe`select 1`.then(
    () => true,
    // Errors from Postgres have a severity; network errors do not.
    (error: unknown) => error instanceof Error && 'severity' in error,
  );
  const done = new AbortController();
  const timeout = pause(probeTimeoutMs, false, { signal: done.signal }).catch(() => false);
  try {
    return await Promise.race([response, timeout]);
  } finally {
    done.abort();
    await probe.end({ timeout: 0 });
  }
}
