import { Pool } from 'undici';
import { startChild } from './child.ts';
import { compare, perSecond } from './measure.ts';
import { sized } from './sizes.ts';
import { type Row, rate } from './table.ts';

const connections = 64;
const rounds = sized(9, 1);
const roundMs = sized(1500, 100);

/** GET /payments/:id compared with Fastify sending the same bytes from memory. */
export async function compareReads(url: string, key: string): Promise<Row> {
  const headers = { authorization: `Bearer ${key}` };
  const ids = await createPayments(`${url}/api/v1/payments`, headers);
  const answer = await fetch(`${url}/api/v1/payments/${ids[0]}`, { headers });
  const bare = await startChild('bare-route.js', {
    BENCH_BODY: await answer.text(),
    BENCH_HEADERS: JSON.stringify(ownHeaders(answer)),
  });
  const pools = {
    service: new Pool(url, { connections, pipelining: 1 }),
    bare: new Pool(bare.message['url'] ?? '', { connections, pipelining: 1 }),
  };

  const reads = (pool: Pool) => () =>
    perSecond(connections, roundMs, async (sequence) => {
      const answer = await pool.request({
        method: 'GET',
        path: `/api/v1/payments/${ids[sequence % ids.length]}`,
        headers,
      });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`GET returned ${answer.statusCode}`);
    });

  const { subject, baseline, ratio } = await compare(rounds, reads(pools.service), reads(pools.bare));
  await Promise.all([pools.service.close(), pools.bare.close()]);
  await bare.stop();
  return {
    what: 'GET /payments/:id, 64 connections, vs a bare Fastify route',
    subject: rate(subject),
    baseline: rate(baseline),
    ratio,
    goal: 'at least 0.5',
    met: ratio >= 0.5,
  };
}

async function createPayments(url: string, headers: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < 100; n++) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: '10.00', currency: 'USD' }),
    });
    const { data } = (await answer.json()) as { data: { payment_id: string } };
    ids.push(data.payment_id);
  }
  return ids;
}

/** Headers that the service sets. Node.js adds the others on both sides. */
function ownHeaders(answer: Response): Record<string, string> {
  const own = [...answer.headers].filter(([name]) => name.startsWith('x-') || name === 'content-type');
  return Object.fromEntries(own);
}
