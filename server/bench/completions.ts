import { createContext } from '../src/compose.ts';
import { parseConfig } from '../src/config.ts';
import type { Context } from '../src/context.ts';
import type { Db } from '../src/db/client.ts';
import { applyObservations } from '../src/payments/paying.ts';
import { compare } from './measure.ts';
import { type Row, rate } from './table.ts';
import { masterKey } from './webhooks.ts';

type Observations = Parameters<typeof applyObservations>[2];

const rounds = 9;
const paymentsPerRound = 4000;
const inFlight = 8;
const units = 49_990_000n;
let seeded = 0;

/**
 * Payments that complete with their postings, compared with the same without postings: in the batches of a busy chain,
 * and one at a time. All are of one merchant, whose accounts are then the busiest.
 */
export async function compareCompletions(db: Db, databaseUrl: string): Promise<Row[]> {
  const config = parseConfig({ MASTER_KEY: masterKey.toString('base64'), LOG_LEVEL: 'error' });
  const ctx = createContext({ ...config, databasePoolSize: inFlight }, databaseUrl);
  const [merchant] = await db<{ merchant_id: string }[]>`select merchant_id from merchants limit 1`;
  const withoutPostings: Context = { ...ctx, bookings: { ...ctx.bookings, of: () => 'none' } };
  const rows: Row[] = [];
  for (const batchSize of [100, 1]) {
    const side = (used: Context) => () => complete(used, db, merchant?.merchant_id ?? '', batchSize);
    const { subject, baseline, ratio } = await compare(rounds, side(ctx), side(withoutPostings));
    rows.push({
      what: `completions with postings, ${batchSize} at a time, vs without`,
      subject: rate(subject),
      baseline: rate(baseline),
      ratio,
      goal: 'at least 0.9',
      met: ratio >= 0.9,
    });
  }
  await ctx.db.end();
  return rows;
}

async function complete(ctx: Context, db: Db, merchantId: string, batchSize: number): Promise<number> {
  const count = batchSize === 1 ? paymentsPerRound / 4 : paymentsPerRound;
  const batches = await seed(db, merchantId, count, batchSize);
  const startedAt = performance.now();
  const loops = Array.from({ length: inFlight }, async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop())
      await applyObservations(ctx, new Date(), batch);
  });
  await Promise.all(loops);
  return (count / (performance.now() - startedAt)) * 1000;
}

/** Payments whose transaction was seen, and the reports that it is final. No worker looks at them. */
async function seed(db: Db, merchantId: string, count: number, batchSize: number): Promise<Observations[]> {
  const first = seeded;
  seeded += count;
  const ids = Array.from({ length: count }, (_, index) => `completion_${first + index}`);
  await db`
    insert into payments (payment_id, merchant_id, environment, status, amount_minor, currency, metadata,
      accepted_chains, accepted_tokens, expires_at, created_at, detected_at, chain, token, token_units, tx_hash,
      payer_address)
    select 'pay_' || id, ${merchantId}, 'test', 'processing', 4999, 'USD', '{}', '{base}', '{USDC}',
      now() + interval '1 day', now(), now(), 'base', 'USDC', ${units.toString()}::numeric, '0x' || id, '0xpayer'
    from unnest(${ids}::text[]) as id`;
  await db`
    insert into deposits (deposit_id, payment_id, merchant_id, environment, chain, token, token_units, address, created_at)
    select 'dep_' || id, 'pay_' || id, ${merchantId}, 'test', 'base', 'USDC', ${units.toString()}::numeric, '0x' || id,
      now()
    from unnest(${ids}::text[]) as id`;
  const observations = ids.map((id) => observation(id, merchantId));
  return Array.from({ length: count / batchSize }, (_, index) =>
    observations.slice(index * batchSize, (index + 1) * batchSize),
  );
}

function observation(id: string, merchantId: string): Observations[number] {
  const now = new Date();
  return {
    deposit: {
      deposit_id: `dep_${id}`,
      payment_id: `pay_${id}`,
      merchant_id: merchantId,
      environment: 'test',
      chain: 'base',
      token: 'USDC',
      token_units: units.toString(),
      tolerance_units: '0',
      amount_minor: 1000n,
      currency: 'USD',
      address: `0x${id}`,
      created_at: now,
      usd_per_token: null,
      usd_per_currency: null,
      quote_sources: null,
      quoted_at: null,
      quote_expires_at: null,
      check_at: null,
      followed: false,
      status: 'processing',
      expires_at: new Date(now.getTime() + 60_000),
      payment_chain: 'base',
      payment_token: 'USDC',
    },
    report: {
      depositId: `dep_${id}`,
      transactions: [
        {
          txHash: `0x${id}`,
          payerAddress: '0xpayer',
          at: null,
          units,
          status: { state: 'final', confirmations: 20 },
        },
      ],
      asOf: now,
      askAgainAt: null,
    },
  };
}
