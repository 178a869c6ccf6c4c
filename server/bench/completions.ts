import { createContext } from '../src/app/compose.ts';
import type { Context } from '../src/app/context.ts';
import { dayMs } from '../src/lib/durations.ts';
import { createWatchTask } from '../src/payments/credit/ask-chains.ts';
import { parseConfig } from '../src/platform/config/config.ts';
import type { Db } from '../src/platform/db/client.ts';
import { compare } from './measure.ts';
import { sized } from './sizes.ts';
import { type Row, rate } from './table.ts';
import { masterKey } from './webhooks.ts';

const workers = 8;
/** A payment alone; workers that find one each, with no processor left; and the batches of a busy chain. */
const loads = [
  { what: '1 at a time', batchSize: 1, inFlight: 1, perRound: sized(500, 20), rounds: sized(25, 1) },
  {
    what: `1 at a time by each of ${workers} workers`,
    batchSize: 1,
    inFlight: workers,
    perRound: sized(1000, 40),
    rounds: sized(15, 1),
  },
  {
    what: '100 at a time',
    batchSize: 100,
    inFlight: workers,
    perRound: sized(4000, 200),
    rounds: sized(11, 1),
  },
];
type Load = (typeof loads)[number];
const units = 49_990_000n;
let seeded = 0;

/**
 * Payments that complete with their postings, compared with the same without postings, as workers do it: they take what
 * is due for a look, ask the chain, and apply its answer. All are of one merchant, whose accounts are then the busiest.
 */
export async function compareCompletions(db: Db, databaseUrl: string): Promise<Row[]> {
  const config = parseConfig({ MASTER_KEY: masterKey.toString('base64'), LOG_LEVEL: 'error' });
  const ctx = createContext({ ...config, databasePoolSize: workers }, databaseUrl);
  const [merchant] = await db<{ merchant_id: string }[]>`select merchant_id from merchants limit 1`;
  const withoutPostings: Context = { ...ctx, bookings: { ...ctx.bookings, of: () => 'none' } };
  const rows: Row[] = [];
  for (const load of loads) {
    const side = (used: Context) => () => complete(used, db, merchant?.merchant_id ?? '', load);
    const { subject, baseline, ratio } = await compare(load.rounds, side(ctx), side(withoutPostings));
    rows.push({
      what: `completions with postings, ${load.what}, vs without`,
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

async function complete(ctx: Context, db: Db, merchantId: string, load: Load): Promise<number> {
  const { batchSize, inFlight, perRound: count } = load;
  await seed(db, merchantId, count, batchSize);
  const startedAt = performance.now();
  let [looks, taken] = [0, 0];
  const loops = Array.from({ length: inFlight }, async () => {
    const task = createWatchTask();
    while (taken < count) {
      const found = await task.run({ ...ctx, clock: clockAt(dueAt(++looks)) });
      taken += found;
      await task.drain?.();
    }
  });
  await Promise.all(loops);
  const rate = (count / (performance.now() - startedAt)) * 1000;
  const [open] = await db<{ n: number }[]>`
    select count(*)::int as n from payments where payment_id like 'pay_0c%' and status <> 'completed'`;
  if (open?.n !== 0) throw new Error(`${open?.n} payments did not complete`);
  return rate;
}

/** Tomorrow, so that the service's own worker does not look. */
const tomorrowMs = Date.now() + dayMs;
const dueAt = (look: number) => new Date(tomorrowMs + look);
const clockAt = (now: Date) => ({ now: () => now, nowMs: () => now.getTime() });

/** Payments whose transaction was seen, and is final by now. They are due for a look in groups of `batchSize`. */
async function seed(db: Db, merchantId: string, count: number, batchSize: number): Promise<void> {
  const first = seeded;
  seeded += count;
  // As long as other ids, so that they can be cursors of lists.
  const ids = Array.from({ length: count }, (_, index) => `0c${String(first + index).padStart(24, '0')}`);
  const dues = ids.map((_, index) => dueAt(1 + Math.floor(index / batchSize)).toISOString());
  await db`
    insert into payments (payment_id, merchant_id, environment, status, amount_minor, currency, metadata,
      accepted_chains, accepted_tokens, expires_at, created_at, detected_at, chain, token, token_units, tx_hash,
      payer_address)
    select 'pay_' || id, ${merchantId}, 'test', 'processing', 4999, 'USD', '{}', '{base}', '{USDC}',
      now() + interval '2 days', now(), now(), 'base', 'USDC', ${units.toString()}::numeric, '0x' || id, '0xpayer'
    from unnest(${ids}::text[]) as id`;
  await db`
    insert into deposits (deposit_id, payment_id, merchant_id, environment, chain, token, token_units, address, created_at,
      check_at)
    select 'dep_' || id, 'pay_' || id, ${merchantId}, 'test', 'base', 'USDC', ${units.toString()}::numeric, '0x' || id,
      now(), due
    from unnest(${ids}::text[], ${dues}::timestamptz[]) as seeded(id, due)`;
  await db`
    insert into simulated_transactions (tx_hash, chain, token, token_units, from_address, to_address, broadcast_at, final_at)
    select '0x' || id, 'base', 'USDC', ${units.toString()}::numeric, '0xpayer', '0x' || id, now(), now()
    from unnest(${ids}::text[]) as id`;
  // As autovacuum does a minute later: the first plans are for empty tables.
  await db`analyze payments, deposits, simulated_transactions`;
}
