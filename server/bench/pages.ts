import type { Db } from '../src/platform/db/client.ts';
import type { Bench } from './bench.ts';
import { compare } from './measure.ts';
import { sized } from './sizes.ts';
import type { Row } from './table.ts';

const payments = sized(200_000, 1000);
const pageSize = 100;
const readsPerRound = sized(200, 5);
const rounds = sized(5, 1);
const latePage = sized(1000, 5);

/** Page 1000 compared with page 1: cursors must not get slower on later pages. */
export async function comparePages({ db, startService }: Bench): Promise<Row[]> {
  const { url = '', key = '' } = (await startService()).message;
  await createOne(url, key);
  await seed(db);
  const late = await cursorOfPage(db, latePage);
  const read = (query: string) => async () => {
    const startedAt = performance.now();
    for (let i = 0; i < readsPerRound; i++) {
      const answer = await fetch(`${url}/api/v1/payments?limit=${pageSize}${query}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const text = await answer.text();
      const { data } = JSON.parse(text) as { data?: unknown[] };
      if (data?.length !== pageSize) throw new Error(`expected ${pageSize} payments, got ${text}`);
    }
    return (performance.now() - startedAt) / readsPerRound;
  };
  const { subject, baseline, ratio } = await compare(rounds, read(`&starting_after=${late}`), read(''));
  return [
    {
      what: 'page 1000 of GET /payments over 200,000, vs page 1',
      subject: `${subject.toFixed(2)} ms`,
      baseline: `${baseline.toFixed(2)} ms`,
      ratio,
      goal: 'at most 2.0',
      met: ratio <= 2,
    },
  ];
}

async function createOne(url: string, key: string): Promise<void> {
  const answer = await fetch(`${url}/api/v1/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: '10.00', currency: 'USD' }),
  });
  if (answer.status !== 201) throw new Error(`POST /payments returned ${answer.status}`);
}

/** Inserts copies of an existing payment, with ids that sort before it. */
async function seed(db: Db): Promise<void> {
  await db`
    insert into payments (payment_id, merchant_id, environment, status, amount_minor, currency, metadata,
      accepted_chains, accepted_tokens, expires_at, created_at)
    select 'pay_' || lpad(n::text, 26, '0'), p.merchant_id, p.environment, 'completed', p.amount_minor, p.currency,
      p.metadata, p.accepted_chains, p.accepted_tokens, p.expires_at, p.created_at
    from generate_series(1, ${payments}::int) n, (select * from payments limit 1) p`;
  await db`analyze payments`;
}

/** The cursor of a page: the last id of the page before it. */
async function cursorOfPage(db: Db, page: number): Promise<string> {
  const [row] = await db<{ payment_id: string }[]>`
    select payment_id from payments order by merchant_id desc, environment desc, payment_id desc
    offset ${(page - 1) * pageSize - 1} limit 1`;
  if (!row) throw new Error(`page ${page} does not exist`);
  return row.payment_id;
}
