import { Pool } from 'undici';
import type { Bench } from './bench.ts';
import { type Child, startChild } from './child.ts';
import { type Cost, costOf, inTurns, repeat } from './measure.ts';
import { sized } from './sizes.ts';
import { costRow, type Row } from './table.ts';

const connections = 64;
const rounds = sized(5, 1);
const roundMs = sized(1200, 100);

/** POST /payments with an idempotency key, compared with routes that one would write oneself, one of them idempotent. */
export async function compareCreates(bench: Bench): Promise<Row[]> {
  const service = await bench.startService();
  const env = { BENCH_DATABASE_URL: bench.databaseUrl, BENCH_POOL_SIZE: '12' };
  const plain = await startChild('plain-insert-route.js', env);
  const idempotent = await startChild('idempotent-route.js', env);
  await bench.db`update merchants set simulated_customer = false`;
  const measured = await inTurns(rounds, {
    service: createsOn(bench, service),
    plain: createsOn(bench, plain),
    idempotent: createsOn(bench, idempotent),
  });
  await Promise.all([plain.stop(), idempotent.stop()]);
  return [
    costRow('POST /payments, 64 connections, vs a Fastify route with one plain insert', measured, 'plain', 1),
    costRow('the same, vs an idempotent Fastify route', measured, 'idempotent', 2.3),
  ];
}

const body = JSON.stringify({
  amount: '49.99',
  currency: 'USD',
  description: 'Two tickets',
  metadata: { order: 'A-1001', channel: 'web' },
});

function createsOn(bench: Bench, { pid, message: { url = '', key = 'none' } }: Child): () => Promise<Cost> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  let run = 0;
  return () => {
    const prefix = `bench-${++run}-`;
    const create = async (sequence: number) => {
      const answer = await pool.request({
        method: 'POST',
        path: '/api/v1/payments',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': prefix + sequence,
        },
        body,
      });
      await answer.body.dump();
      if (answer.statusCode !== 201) throw new Error(`POST /payments returned ${answer.statusCode}`);
    };
    return costOf(bench, [{ pid }], () => repeat(connections, roundMs, create));
  };
}
