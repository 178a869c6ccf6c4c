import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../src/platform/db/client.ts';
import { type Bench, poolSize } from './bench.ts';
import { type Child, startChild } from './child.ts';
import { type Cost, costOf, inTurns } from './measure.ts';
import { holdBack, scheduleRetries } from './scheduled-deliveries.ts';
import { sized } from './sizes.ts';
import { costRow, type Row } from './table.ts';
import { anyPending, makeEndpoints, recordMany, signedSample, wakeWorkers } from './webhooks.ts';

const endpoints = 16;
const perRound = sized(6000, 160);
const rounds = sized(3, 1);
const concurrency = 64;

type Side = () => Promise<Cost>;

/**
 * Deliveries with every attempt recorded, compared with undici alone, with graphile-worker, and with a service that has
 * 500,000 retries scheduled: another one, on a database of its own.
 */
export async function compareDeliveries(bench: Bench): Promise<Row[]> {
  const receiver = await bench.startReceiver();
  const url = receiver.message['url'] ?? '';
  const crowded = await bench.another('crowded');
  const service = await deliveriesOf(bench, receiver);
  const later = await deliveriesOf(crowded, receiver);
  await scheduleRetries(crowded.db, url);
  const raw = await startRaw(`${url}/hook/raw`);
  const queue = await startQueue(bench, `${url}/hook/queue`);
  const measured = await inTurns(rounds, {
    service,
    raw: () => costOf(bench, [raw, receiver], () => timed(() => raw.ask())),
    queue: deliveriesOfQueue(bench, queue, receiver),
    crowded: later,
  });
  await Promise.all([raw.stop(), queue.stop()]);
  const besideRetries = measured.map((round) => ({ service: round.crowded, none: round.service }));
  return [
    costRow('deliveries with attempt records, vs undici alone', measured, 'raw', 0.5),
    costRow('the same, vs graphile-worker, which records none', measured, 'queue', 1.5),
    costRow('the same with 500,000 retries scheduled, vs none', besideRetries, 'none', 0.9),
  ];
}

/** From when all deliveries are due until the last attempt is recorded. */
async function deliveriesOf(bench: Bench, receiver: Child): Promise<Side> {
  const { db } = bench;
  const service = await bench.startService();
  const urls = Array.from({ length: endpoints }, (_, n) => `${receiver.message['url']}/hook/${n}`);
  const merchants = await makeEndpoints(db, urls, 2);
  return async () => {
    await holdBack(db, merchants, () => recordMany(db, merchants, perRound / endpoints));
    return costOf(bench, [service, receiver], () =>
      timed(async () => {
        await wakeWorkers(db);
        while (await anyPending(db, merchants)) await sleep(20);
      }),
    );
  };
}

async function timed(work: () => Promise<unknown>): Promise<{ count: number; ms: number }> {
  const startedAt = performance.now();
  await work();
  return { count: perRound, ms: performance.now() - startedAt };
}

const signed = { ...signedSample(), count: perRound, concurrency };

function startRaw(url: string): Promise<Child> {
  return startChild('raw-sender.js', { BENCH_RAW: JSON.stringify({ url, ...signed }) });
}

function startQueue({ databaseUrl }: Bench, url: string): Promise<Child> {
  return startChild('graphile-queue.js', {
    BENCH_QUEUE: JSON.stringify({ url, ...signed, key: 'k'.repeat(32) }),
    BENCH_DATABASE_URL: databaseUrl,
    BENCH_POOL_SIZE: String(poolSize),
  });
}

/** Its jobs become due together as well: they are held back until all exist. */
function deliveriesOfQueue(bench: Bench, queue: Child, receiver: Child): Side {
  let before = 0;
  const { db } = bench;
  return async () => {
    await addJobs(db);
    const cost = await costOf(bench, [queue, receiver], () =>
      timed(async () => {
        await db`update graphile_worker._private_jobs set run_at = now() - interval '1 minute'`;
        await db.notify('jobs:insert', '{}');
        while (Number((await queue.ask())['sent']) < before + perRound) await sleep(20);
      }),
    );
    before += perRound;
    return cost;
  };
}

async function addJobs(db: Db): Promise<void> {
  await db`
    select count(graphile_worker.add_job('deliver', json_build_object('body', ${signed.body}::text, 'n', n),
      run_at => now() + interval '1 hour'))
    from generate_series(1, ${perRound}::int) n`;
}
