import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../src/platform/db/client.ts';
import type { Bench } from './bench.ts';
import { commitToFirstByte, percentile } from './latency.ts';
import { addDeliveries, perStatement } from './scheduled-deliveries.ts';
import { isTiny, sized } from './sizes.ts';
import type { Row } from './table.ts';
import { makeEndpoints } from './webhooks.ts';

/** `BENCH_PAYMENTS`, `BENCH_OPEN` and `BENCH_DUE` try other counts. */
const payments = Number(process.env['BENCH_PAYMENTS'] ?? sized(1_000_000, 2000));
const open = Number(process.env['BENCH_OPEN'] ?? sized(100_000, 200));
const due = Number(process.env['BENCH_DUE'] ?? sized(500_000, 200));
const readyMs = 5000;
/** How long after the start a healthy merchant's deliveries are as quick as ever. */
const settledMs = sized(10_000, 100);

/** A service that starts with much to do: how soon it answers, and how soon it delivers to others as if it had nothing. */
export async function measureRestart(bench: Bench): Promise<Row[]> {
  const { db } = bench;
  const receiver = (await bench.startReceiver()).message['url'] ?? '';
  const [healthy = ''] = await prepare(bench, receiver);
  const idle = await startTimed(bench);
  const idleP99 = Math.max(1, percentile(await commitToFirstByte(db, receiver, healthy), 0.99));
  await idle.service.stop();

  const urls = Array.from({ length: 100 }, (_, n) => `${receiver}/hook/${n}`);
  const behind = await makeEndpoints(db, urls, 10);
  await addDeliveries(db, behind, due, new Date(Date.now() - 60_000), 0);
  const restarted = await startTimed(bench);
  await sleep(settledMs - restarted.ms);
  const p99 = Math.max(1, percentile(await commitToFirstByte(db, receiver, healthy), 0.99));
  await assertStillBehind(db);
  return [
    {
      what: `restart with ${payments} payments, ${open} open, ${due} deliveries due: ready`,
      subject: `${restarted.ms} ms`,
      baseline: `${idle.ms} ms without deliveries`,
      ratio: restarted.ms / readyMs,
      goal: `at most ${readyMs} ms`,
      met: restarted.ms <= readyMs,
    },
    {
      what: 'p99 to a healthy merchant, 10 s after that start, vs idle',
      subject: `${p99} ms`,
      baseline: `${idleP99} ms`,
      ratio: p99 / idleP99,
      goal: 'at most 2.0',
      met: p99 <= 2 * idleP99,
    },
  ];
}

/** Migrates, and seeds the payments. Returns a merchant with an endpoint that works. */
async function prepare(bench: Bench, receiver: string): Promise<string[]> {
  const first = await bench.startService();
  await first.stop();
  await seedPayments(bench.db);
  return makeEndpoints(bench.db, [`${receiver}/timed/healthy`], 1);
}

async function startTimed(bench: Bench) {
  const startedAt = performance.now();
  const service = await bench.startService();
  const answer = await fetch(`${service.message['url']}/readyz`);
  if (answer.status !== 200) throw new Error(`/readyz returned ${answer.status}`);
  return { service, ms: Math.round(performance.now() - startedAt) };
}

/** Of one merchant. The open ones are live and expire within an hour. */
async function seedPayments(db: Db): Promise<void> {
  for (let first = 1; first <= payments; first += perStatement)
    await db`
    insert into payments (payment_id, merchant_id, environment, status, amount_minor, currency, metadata,
      accepted_chains, accepted_tokens, expires_at, look_at, created_at, completed_at, chain, token, token_units, tx_hash,
      payer_address)
    select 'pay_' || lpad(n::text, 26, '0'), merchant_id, 'live', case when isopen then 'pending' else 'completed' end,
      1000 + n % 5000, 'USD', '{}', '{base}', '{USDC}', now() + interval '30 minutes',
      case when isopen then now() + interval '30 minutes' + n * interval '10 ms' end, now(),
      case when isopen then null else now() end, case when isopen then null else 'base' end,
      case when isopen then null else 'USDC' end, case when isopen then null else 1000000 end,
      case when isopen then null else '0x' || lpad(to_hex(n::bigint * 7919), 64, '0') end,
      case when isopen then null else '0xpayer' end
    from (select merchant_id from merchants where name = 'Demo Shop') merchant,
      lateral (select n, n > ${payments - open}::int as isopen from generate_series(${first}::int, ${Math.min(payments, first + perStatement - 1)}::int) n) as made`;
  await db`vacuum analyze payments`;
  await db`checkpoint`;
}

/** Else the figure says nothing: the backlog was gone before it was taken. */
async function assertStillBehind(db: Db): Promise<void> {
  const left = await db`select from undelivered where next_attempt_at is not null limit 1`;
  if (left.length === 0 && !isTiny) throw new Error('all deliveries were made before the measurement ended');
}
