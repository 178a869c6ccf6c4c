import type { Db } from '../src/platform/db/client.ts';
import { type Child, startChild } from './child.ts';
import { type Comparison, compare } from './measure.ts';
import { sized } from './sizes.ts';
import { type Row, rate } from './table.ts';
import { anyPending, makeEndpoints, recordMany, signedSample, wakeWorkers } from './webhooks.ts';

const endpoints = 16;
const perRound = sized(16_000, 160);
const scheduledRetries = sized(500_000, 1000);
const rounds = sized(5, 1);

/**
 * Deliveries per second with every attempt recorded, compared with undici alone; and with 500,000 scheduled retries,
 * compared with none. The latter uses two services and two databases that alternate, because the machine's speed varies
 * from minute to minute.
 */
export async function compareDeliveries(empty: Db, crowded: Db, receiver: string): Promise<Row[]> {
  const urls = Array.from({ length: endpoints }, (_, n) => `${receiver}/hook/${n}`);
  const merchants = await makeEndpoints(empty, urls, 2);
  const drainEmpty = () => drain(empty, merchants);
  const raw = await startRaw(`${receiver}/hook/raw`);
  const againstRaw = await compare(rounds, drainEmpty, () => rawRate(raw));
  await raw.stop();
  const otherMerchants = await makeEndpoints(crowded, urls, 2);
  await scheduleRetries(crowded, receiver);
  const againstEmpty = await compare(rounds, () => drain(crowded, otherMerchants), drainEmpty);
  return [
    row('deliveries with attempt records, vs undici alone', againstRaw, 0.6),
    row('the same with 500,000 retries scheduled, vs none', againstEmpty, 0.85),
  ];
}

/** Measures from when all deliveries are due until the last attempt is recorded. */
async function drain(db: Db, merchants: string[]): Promise<number> {
  await holdBack(db, merchants, () => recordMany(db, merchants, perRound / endpoints));
  const startedAt = performance.now();
  await wakeWorkers(db);
  while (await anyPending(db, merchants)) await new Promise((resolve) => setTimeout(resolve, 20));
  return (perRound / (performance.now() - startedAt)) * 1000;
}

/** Makes deliveries that `work` creates due only after all of them exist. */
async function holdBack(db: Db, merchants: string[], work: () => Promise<void>): Promise<void> {
  await db.unsafe(`
    create or replace function bench_hold() returns trigger language plpgsql as
    $$ begin new.next_attempt_at := now() + interval '1 hour'; return new; end $$`);
  await db`create trigger bench_hold before insert on undelivered for each row execute function bench_hold()`;
  await work();
  await db`drop trigger bench_hold on undelivered`;
  await db`
    update undelivered set next_attempt_at = now() - interval '1 minute'
    where next_attempt_at is not null and endpoint_id in (
      select endpoint_id from webhook_endpoints where merchant_id = any(${merchants}::text[]))`;
}

async function scheduleRetries(db: Db, receiver: string): Promise<void> {
  const urls = Array.from({ length: 100 }, (_, n) => `${receiver}/later/${n}`);
  const later = await makeEndpoints(db, urls, 10);
  await db`
    with made as (
      insert into deliveries (delivery_id, event_id, endpoint_id, merchant_id, environment, event_type, created_at)
      select 'del_' || lpad(n::text, 26, '0'), 'evt_later', e.endpoint_id, e.merchant_id, 'test', 'payment.completed',
        now()
      from generate_series(1, ${scheduledRetries}::int) n
      join (select *, row_number() over (order by endpoint_id) - 1 as place from webhook_endpoints
        where merchant_id = any(${later}::text[])) e on e.place = n % 100
      returning *
    )
    insert into undelivered (endpoint_id, delivery_id, merchant_id, event_id, is_test, attempts, next_attempt_at)
    select endpoint_id, delivery_id, merchant_id, event_id, false, 3,
      now() + interval '1 hour' + substr(delivery_id, 5)::int * interval '10 ms'
    from made`;
  // Run maintenance now, so that it does not disturb the measurement.
  await db`vacuum (analyze) deliveries`;
  await db`vacuum (analyze) undelivered`;
  await db`checkpoint`;
}

async function startRaw(url: string): Promise<Child> {
  const raw = { url, ...signedSample(), count: perRound, concurrency: 64 };
  return startChild('raw-sender.js', { BENCH_RAW: JSON.stringify(raw) });
}

async function rawRate(raw: Child): Promise<number> {
  return Number((await raw.ask())['perSecond']);
}

function row(what: string, { subject, baseline, ratio }: Comparison, goal: number): Row {
  return {
    what,
    subject: rate(subject),
    baseline: rate(baseline),
    ratio,
    goal: `at least ${goal}`,
    met: ratio >= goal,
  };
}
