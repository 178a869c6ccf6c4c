import { createIds } from '../src/lib/ids.ts';
import { createRandom } from '../src/lib/random.ts';
import { recordEvents } from '../src/messages/webhooks/events.ts';
import type { Db } from '../src/platform/db/client.ts';
import type { Bench } from './bench.ts';
import { compare } from './measure.ts';
import { sized } from './sizes.ts';
import type { Row } from './table.ts';
import { makeEndpoints, sampleEvent, wakeWorkers } from './webhooks.ts';

const samples = sized(200, 5);
const rounds = sized(2, 1);
const ids = createIds(Date.now, createRandom());

/** Time from an event's commit to the first byte at the receiver, on an idle service. */
export async function measureLatency(bench: Bench): Promise<Row[]> {
  const { db, receiver } = await startBoth(bench);
  const [merchant = ''] = await makeEndpoints(db, [`${receiver}/timed/idle`], 1);
  const sorted = await commitToFirstByte(db, receiver, merchant);
  const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)];
  const baseline = 'idle';
  return [
    {
      what: 'commit to first byte, p50',
      subject: `${p50} ms`,
      baseline,
      ratio: p50 / 20,
      goal: 'at most 20 ms',
      met: p50 <= 20,
    },
    {
      what: 'commit to first byte, p99',
      subject: `${p99} ms`,
      baseline,
      ratio: p99 / 100,
      goal: 'at most 100 ms',
      met: p99 <= 100,
    },
  ];
}

/**
 * p99 of a healthy endpoint next to twenty busy ones, two of which hang, compared with none hanging. Alternates, because
 * two of 200 samples decide the p99, and the machine itself may cause them.
 */
export async function compareHanging(bench: Bench): Promise<Row[]> {
  const { db, receiver } = await startBoth(bench);
  const [merchant = ''] = await makeEndpoints(db, [`${receiver}/timed/healthy`], 1);
  const p99Beside = async (path: (n: number) => string) => {
    const urls = Array.from({ length: 20 }, (_, n) => `${receiver}/${path(n)}/${n}`);
    const others = await makeEndpoints(db, urls, 1);
    const sorted = await commitToFirstByte(db, receiver, merchant, others);
    await db`update webhook_endpoints set status = 'deleted' where merchant_id = any(${others}::text[])`;
    return Math.max(1, percentile(sorted, 0.99));
  };
  const { subject, baseline, ratio } = await compare(
    rounds,
    () => p99Beside((n) => (n % 10 === 0 ? 'hang' : 'hook')),
    () => p99Beside(() => 'hook'),
  );
  return [
    {
      what: 'p99 to healthy endpoints, one in ten hanging, vs none',
      subject: `${subject} ms`,
      baseline: `${baseline} ms`,
      ratio,
      goal: 'at most 2.0',
      met: ratio <= 2,
    },
  ];
}

/** A service, and a receiver of what it delivers. */
async function startBoth(bench: Bench): Promise<{ db: Db; receiver: string }> {
  await bench.startService();
  const { message } = await bench.startReceiver();
  return { db: bench.db, receiver: message['url'] ?? '' };
}

export async function commitToFirstByte(
  db: Db,
  receiver: string,
  merchant: string,
  others: string[] = [],
): Promise<number[]> {
  await fetch(`${receiver}/seen`);
  const committed: number[] = [];
  for (let n = 0; n < samples; n++) {
    await recordEvents(db, ids, [sampleEvent(merchant), ...others.map(sampleEvent)]);
    committed.push(Date.now());
    await wakeWorkers(db);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const seen = new Map<string, number>();
  while (seen.size < samples) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const more = (await (await fetch(`${receiver}/seen`)).json()) as [string, number][];
    for (const [id, at] of more) seen.set(id, at);
  }
  // Ids sort by creation, so the nth id belongs to the nth commit.
  const arrivals = [...seen].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, at]) => at);
  return arrivals.map((at, n) => at - (committed[n] ?? at)).sort((a, b) => a - b);
}

export function percentile(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
