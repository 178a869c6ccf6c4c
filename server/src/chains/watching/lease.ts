import { setTimeout as sleep } from 'node:timers/promises';

const minLeaseMs = 3000;
export const maxLeaseMs = 60_000;
const polls = 5;
/** Several, so that the lease survives a renewal that is late or lost. */
const renewalsPerLease = 4;

/** How long others wait for the chain of a worker that was killed. It follows the pace of the chain. */
export function leaseMsOf({ pollMs }: { pollMs: number }): number {
  return Math.min(maxLeaseMs, Math.max(minLeaseMs, polls * pollMs));
}

/** Renews a lease while `work` goes on: a step may take longer than the lease. Returns after the last renewal. */
export async function whileRenewing<Result>(
  leaseMs: number,
  renew: () => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController();
  const renewing = renewUntil(ended.signal, leaseMs / renewalsPerLease, renew);
  try {
    return await work();
  } finally {
    ended.abort();
    await renewing;
  }
}

async function renewUntil(ended: AbortSignal, everyMs: number, renew: () => Promise<void>): Promise<void> {
  while (!ended.aborted) {
    await sleep(everyMs, undefined, { signal: ended }).catch(() => {});
    // Without the lease the step's commit is refused, which is all that a lost renewal can do.
    if (!ended.aborted) await renew().catch(() => {});
  }
}
