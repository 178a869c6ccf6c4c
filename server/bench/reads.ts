import { Pool } from 'undici';
import type { Bench } from './bench.ts';
import { type Child, startChild } from './child.ts';
import { type Cost, costOf, inTurns, repeat } from './measure.ts';
import { sized } from './sizes.ts';
import { costRow, type Row } from './table.ts';

const connections = 64;
const rounds = sized(5, 1);
const roundMs = sized(1200, 100);

/** GET /payments/:id compared with Fastify sending the same bytes from memory. */
export async function compareReads(bench: Bench): Promise<Row[]> {
  const service = await bench.startService();
  const { url = '', key = '' } = service.message;
  const headers = { authorization: `Bearer ${key}` };
  const ids = await createPayments(`${url}/api/v1/payments`, headers);
  const answer = await fetch(`${url}/api/v1/payments/${ids[0]}`, { headers });
  const bare = await startChild('bare-route.js', {
    BENCH_BODY: await answer.text(),
    BENCH_HEADERS: JSON.stringify(ownHeaders(answer)),
  });

  const reads = ({ pid, message }: Child): (() => Promise<Cost>) => {
    const pool = new Pool(message['url'] ?? '', { connections, pipelining: 1 });
    const read = async (sequence: number) => {
      const path = `/api/v1/payments/${ids[sequence % ids.length]}`;
      const answer = await pool.request({ method: 'GET', path, headers });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`GET returned ${answer.statusCode}`);
    };
    return () => costOf(bench, [{ pid }], () => repeat(connections, roundMs, read));
  };

  const measured = await inTurns(rounds, { service: reads(service), bare: reads(bare) });
  await bare.stop();
  return [costRow('GET /payments/:id, 64 connections, vs a bare Fastify route', measured, 'bare', 0.8)];
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
