import { Pool } from 'undici';
import type { Db } from '../src/platform/db/client.ts';
import { compare, perSecond } from './measure.ts';
import { sized } from './sizes.ts';
import { type Row, rate } from './table.ts';

const connections = 64;
const rounds = sized(9, 1);
const roundMs = sized(1500, 100);

/** POST /payments with an idempotency key, compared with a bare single-row insert by the same driver. */
export async function compareCreates(db: Db, url: string, key: string): Promise<Row> {
  await db`create table bare_inserts (id text primary key, merchant_id text not null, body text not null, created_at timestamptz not null)`;
  const pool = new Pool(url, { connections, pipelining: 1 });
  const body = JSON.stringify({
    amount: '49.99',
    currency: 'USD',
    description: 'Two tickets',
    metadata: { order: 'A-1001', channel: 'web' },
  });
  let run = 0;

  const creates = () => {
    const prefix = `bench-${++run}-`;
    return perSecond(connections, roundMs, async (sequence) => {
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
    });
  };

  const inserts = () => {
    const prefix = `bare-${++run}-`;
    return perSecond(connections, roundMs, async (sequence) => {
      await db`
        insert into bare_inserts (id, merchant_id, body, created_at)
        values (${prefix + sequence}, 'mer_bench', ${body}, ${new Date()})`;
    });
  };

  const { subject, baseline, ratio } = await compare(rounds, creates, inserts);
  await pool.close();
  // Run maintenance now, so that it does not disturb the next measurement.
  await db`vacuum (analyze) payments`;
  await db`vacuum (analyze) idempotency_keys`;
  await db`checkpoint`;
  return {
    what: 'POST /payments, 64 connections, vs bare single-row inserts',
    subject: rate(subject),
    baseline: rate(baseline),
    ratio,
    goal: 'at least 0.5',
    met: ratio >= 0.5,
  };
}
