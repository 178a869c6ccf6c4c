import { setTimeout as pause } from 'node:timers/promises';
import { connect } from './client.ts';

/** A stop that takes less than this asks nothing. */
const firstProbeAfterMs = 1000;
const probeEveryMs = 500;
const probeTimeoutMs = 2000;
const maxSilences = 2;

/**
 * Resolves when the database does not answer, twice in a row, on connections of its own: those of the pool may be busy.
 * Never resolves once the signal has come. What a database refuses, such as one connection too many, is an answer.
 */
export async function untilGone(url: string, signal: AbortSignal): Promise<void> {
  await pause(firstProbeAfterMs, undefined, { signal });
  for (let silences = 0; silences < maxSilences; ) {
    silences = (await answers(url)) ? 0 : silences + 1;
    await pause(probeEveryMs, undefined, { signal });
  }
}

async function answers(url: string): Promise<boolean> {
  const probe = connect(url, { poolSize: 1 });
  const asked = probe`select 1`.then(
    () => true,
    // Errors of Postgres itself carry a severity; those of the way to it do not.
    (error: unknown) => error instanceof Error && 'severity' in error,
  );
  const silent = new AbortController();
  const late = pause(probeTimeoutMs, false, { signal: silent.signal }).catch(() => false);
  try {
    return await Promise.race([asked, late]);
  } finally {
    silent.abort();
    await probe.end({ timeout: 0 });
  }
}
