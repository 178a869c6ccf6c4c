import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Bench } from './bench.ts';
import type { Child } from './child.ts';
import { startLiveService } from './live-service.ts';
import { costOf, repeat } from './measure.ts';
import type { Price } from './price-list.ts';
import { isTiny, sized } from './sizes.ts';
import { anyPending, makeEndpoints, recordMany, wakeWorkers } from './webhooks.ts';

const connections = 64;
const roundMs = sized(8000, 200);
const payments = sized(500, 4);
const events = sized(4000, 20);
const blocks = sized(40, 2);
const idleMs = sized(20_000, 500);
const hourMs = 3_600_000;

/** Tables whose rows retention removes, after a day, a week or `RETENTION_DAYS`. */
const passing =
  '^(events|deliveries|delivery_attempts|undelivered|request_log|request_bodies|idempotency_keys|emails|notices|task_)';

type Work = () => Promise<{ count: number; ms: number }>;
/** `warm` runs the work once before it counts: plans are made, and code is compiled. */
type Measured = (what: string, work: Work, warm?: 'warm') => Promise<Price>;

/** The price list: processor time, log, disk and calls to nodes for each operation. */
export async function measurePrices(bench: Bench): Promise<Price[]> {
  const test = await bench.another('test');
  const live = await bench.another('live');
  return [...(await pricesOfTestMode(test)), ...(await pricesOfLiveMode(live))];
}

/** What each operation of the API costs, whatever the chain. */
async function pricesOfTestMode(bench: Bench): Promise<Price[]> {
  const { db } = bench;
  const service = await bench.startService();
  const receiver = await bench.startReceiver();
  await db`update merchants set simulated_customer = false`;
  const measured = measuredOn(bench, service);
  const api = apiOf(service);
  const [merchant = ''] = await makeEndpoints(db, [`${receiver.message['url']}/hook`], 1);
  const prices = [
    await measured('create a payment, with an idempotency key', createMany(api), 'warm'),
    await measured('read a payment', readMany(api), 'warm'),
    await measured(
      'event with one delivery',
      () =>
        timed(events, async () => {
          await recordMany(db, [merchant], events);
          await wakeWorkers(db);
          while (await anyPending(db, [merchant])) await sleep(20);
        }),
      'warm',
    ),
    await measureRefunds(bench, measured, api),
    await measured('an hour with nothing to do', async () => {
      await sleep(idleMs);
      return { count: idleMs / hourMs, ms: idleMs };
    }),
  ];
  await service.stop();
  return prices;
}

type Api = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  key?: string,
) => Promise<Record<string, string>>;

function apiOf({ message }: Child): Api {
  const pool = new Pool(message['url'] ?? '', { connections, pipelining: 1 });
  return async (method, path, body, key) => {
    const headers = {
      authorization: `Bearer ${message['key']}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    };
    const answer = await pool.request({
      method,
      path: `/api/v1${path}`,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { data, error } = (await answer.body.json()) as { data: Record<string, string>; error?: unknown };
    if (error) throw new Error(JSON.stringify(error));
    return data;
  };
}

const body = {
  amount: '49.99',
  currency: 'USD',
  description: 'Two tickets',
  metadata: { order: 'A-1001', channel: 'web' },
};

function createMany(api: Api): Work {
  return () =>
    repeat(connections, roundMs, async () => {
      await api('POST', '/payments', body, randomUUID());
    });
}

function readMany(api: Api): Work {
  return async () => {
    const { payment_id } = await api('POST', '/payments', body);
    return repeat(connections, roundMs, async () => {
      await api('GET', `/payments/${payment_id}`);
    });
  };
}

/** In test mode: without the transaction that a live one sends. */
async function measureRefunds({ db }: Bench, measured: Measured, api: Api): Promise<Price> {
  const ids: string[] = [];
  for (let n = 0; n < payments; n++) {
    const { payment_id = '' } = await api('POST', '/payments', body);
    await api('POST', `/payments/${payment_id}/simulate`, { outcome: 'complete' });
    ids.push(payment_id);
  }
  return measured('refund, in test mode', () =>
    timed(payments, async () => {
      for (const payment_id of ids) await api('POST', '/refunds', { payment_id, amount: '49.99' });
      const isOpen = async () =>
        (await db`select from refunds where status = 'processing' limit 1`).length > 0;
      while (await isOpen()) await sleep(100);
    }),
  );
}

/** What the service does because of a chain. */
async function pricesOfLiveMode(bench: Bench): Promise<Price[]> {
  const live = await startLiveService(bench);
  const measured = measuredOn(bench, live.service);
  const addresses: Parameters<typeof live.payInOneBlock>[0] = [];
  const prices = [
    await measured('live payment with an address on an EVM chain', () =>
      timed(payments, async () => {
        addresses.push(...(await live.open(payments)));
      }),
    ),
    await measured('its completion: seen, final, credited, one delivery', async () => {
      await live.listenTo('payment.completed');
      await live.payInOneBlock(addresses);
      return timed(payments, async () => {
        for (let n = 0; n < 5; n++) await live.chains.mine('base');
        await live.untilSeen(payments);
      });
    }),
    await measured('watched block of an EVM chain', () =>
      timed(blocks, async () => {
        for (let n = 0; n < blocks; n++) {
          await live.chains.mine('base');
          await sleep(live.pollMs);
        }
      }),
    ),
  ];
  await live.stop();
  return prices;
}

async function timed(count: number, work: () => Promise<void>): Promise<{ count: number; ms: number }> {
  const startedAt = performance.now();
  await work();
  return { count, ms: performance.now() - startedAt };
}

function measuredOn(bench: Bench, service: Child): Measured {
  return async (what, work, warm) => {
    if (warm && !isTiny) await work();
    const before = await stateOf(bench, service);
    let count = 0;
    const cost = await costOf(bench, [service], async () => {
      const done = await work();
      count = done.count;
      return done;
    });
    const after = await stateOf(bench, service);
    const each = (name: keyof State) => (after[name] - before[name]) / count;
    return {
      what,
      serviceUs: cost.serviceUs,
      postgresUs: cost.postgresUs,
      walBytes: each('wal'),
      keptBytes: each('kept'),
      passingBytes: each('passing'),
      rpcCalls: each('rpcCalls'),
    };
  };
}

interface State {
  wal: number;
  kept: number;
  passing: number;
  rpcCalls: number;
}

async function stateOf({ db }: Bench, { message }: Child): Promise<State> {
  const [row] = await db<{ wal: string; kept: string; passing: string }[]>`
    select (pg_current_wal_insert_lsn() - '0/0')::text as wal,
      coalesce(sum(pg_total_relation_size(oid)) filter (where relname !~ ${passing}), 0)::text as kept,
      coalesce(sum(pg_total_relation_size(oid)) filter (where relname ~ ${passing}), 0)::text as passing
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  const metrics = await (await fetch(`${message['url']}/metrics`)).text();
  const calls = [...metrics.matchAll(/^causeway_rpc_calls_total\{.*\} (\d+)$/gm)];
  return {
    wal: Number(row?.wal),
    kept: Number(row?.kept),
    passing: Number(row?.passing),
    rpcCalls: calls.reduce((sum, [, count]) => sum + Number(count), 0),
  };
}
