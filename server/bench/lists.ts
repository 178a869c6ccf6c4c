import type { Db } from '../src/platform/db/client.ts';
import type { Bench } from './bench.ts';
import { compare } from './measure.ts';
import { sized } from './sizes.ts';
import type { Row } from './table.ts';

const many = sized(200_000, 4000);
const few = 2_000;
const pageSize = 20;
/** Stays within the session's limit of 600 requests per minute. */
const readsPerRound = 15;
const rounds = sized(5, 1);

const filters = [
  { name: 'all', query: '' },
  { name: 'by status', query: '&status=failed' },
  { name: 'by search', query: '&search=customer19' },
];

/** First page of the dashboard's payment list, which must not get slower as a merchant's payments grow. */
export async function compareLists({ db, startService }: Bench): Promise<Row[]> {
  const { url = '' } = (await startService()).message;
  const [large, small] = [await signUp(url, 'large'), await signUp(url, 'small')];
  await seed(db, large.merchantId, many);
  await seed(db, small.merchantId, few);
  await db`vacuum analyze payments`;
  const rows: Row[] = [];
  for (const { name, query } of filters) {
    const read = (cookie: string) => () =>
      readPages(`${url}/dashboard/api/payments?limit=${pageSize}${query}`, cookie);
    const { subject, baseline, ratio } = await compare(rounds, read(large.cookie), read(small.cookie));
    rows.push({
      what: `first page of the dashboard's payments, ${name}, over 200,000, vs 2,000`,
      subject: `${subject.toFixed(2)} ms`,
      baseline: `${baseline.toFixed(2)} ms`,
      ratio,
      goal: 'at most 2.0',
      met: ratio <= 2,
    });
  }
  return rows;
}

async function readPages(url: string, cookie: string): Promise<number> {
  const startedAt = performance.now();
  for (let i = 0; i < readsPerRound; i++) {
    const answer = await fetch(url, { headers: { cookie } });
    const { data } = (await answer.json()) as { data: unknown[] };
    if (data.length !== pageSize) throw new Error(`expected ${pageSize} payments, got ${data.length}`);
  }
  return (performance.now() - startedAt) / readsPerRound;
}

/** Creates a merchant with a signed-in owner. */
async function signUp(url: string, name: string): Promise<{ merchantId: string; cookie: string }> {
  const answer = await fetch(`${url}/dashboard/api/sign_up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-causeway-request': 'dashboard' },
    body: JSON.stringify({
      merchant_name: name,
      email: `${name}@example.com`,
      password: 'an uncommon set of words',
    }),
  });
  const { data } = (await answer.json()) as { data: { merchant: { merchant_id: string } } };
  const [cookie = ''] = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return { merchantId: data.merchant.merchant_id, cookie };
}

/** Inserts payments, a tenth of them failed, each with its own customer and reference. */
async function seed(db: Db, merchantId: string, count: number): Promise<void> {
  await db`
    insert into payments (payment_id, merchant_id, environment, status, amount_minor, currency, metadata,
      accepted_chains, accepted_tokens, expires_at, created_at, completed_at, chain, token, token_units, tx_hash,
      payer_address, customer_email, reference_id)
    select 'pay_' || lpad(n::text, 26, '0'), ${merchantId}, 'test', case n % 10 when 0 then 'failed' else 'completed' end,
      1000 + n % 5000, 'USD', '{}', '{ethereum}', '{USDC}', now(), now(), case n % 10 when 0 then null else now() end,
      'ethereum', 'USDC', 1000000, '0x' || lpad(to_hex(n::bigint * 7919), 64, '0'), '0xpayer',
      'customer' || n || '@example.com', 'ORDER-' || n
    from generate_series(1, ${count}::int) n`;
}
