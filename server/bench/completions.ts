import { createContext } from '../src/app/compose.ts';
import type { Context } from '../src/app/context.ts';
import { recordEvents } from '../src/messages/webhooks/events.ts';
import { creditEach } from '../src/payments/credit/credit.ts';
import type { PaymentRow } from '../src/payments/payment/payment.ts';
import { paymentEvent } from '../src/payments/payment/payment-events.ts';
import { holdPaymentsAt, movePayments } from '../src/payments/payment/payments.ts';
import { parseConfig } from '../src/platform/config/config.ts';
import type { Db, TransactionSql } from '../src/platform/db/client.ts';
import type { Bench } from './bench.ts';
import { compare } from './measure.ts';
import { sized } from './sizes.ts';
import { type Row, rate } from './table.ts';
import { masterKey } from './webhooks.ts';

const workers = 8;
/** A payment alone; chains that bring one each, with no processor left; and the blocks of a busy chain. */
const loads = [
  {
    what: '1 at a time',
    goal: 0.25,
    batchSize: 1,
    inFlight: 1,
    perRound: sized(400, 20),
    rounds: sized(2, 1),
  },
  {
    what: `1 at a time on each of ${workers} connections`,
    goal: 0.25,
    batchSize: 1,
    inFlight: workers,
    perRound: sized(800, 40),
    rounds: sized(2, 1),
  },
  {
    what: '100 at a time',
    goal: 0.25,
    batchSize: 100,
    inFlight: workers,
    perRound: sized(3000, 200),
    rounds: sized(2, 1),
  },
];
type Load = (typeof loads)[number];
type Complete = (ctx: Context, tx: TransactionSql, payments: PaymentRow[]) => Promise<unknown>;
const units = 49_990_000n;
let seeded = 0;

/**
 * Live payments whose money became final, credited as the transaction does that commits it: judged, moved, announced and
 * posted. Compared with the least that completing a payment needs: its status, and its event.
 */
export async function compareCompletions({ db, databaseUrl, startService }: Bench): Promise<Row[]> {
  // It migrates, and makes a merchant.
  await (await startService()).stop();
  const config = parseConfig({ MASTER_KEY: masterKey.toString('base64'), LOG_LEVEL: 'error' });
  const ctx = createContext({ ...config, databasePoolSize: workers }, databaseUrl);
  const [merchant] = await db<{ merchant_id: string }[]>`select merchant_id from merchants limit 1`;
  await db`
    insert into chain_cursors (chain, number, hash, block_time, final_number, finalized_number)
    values ('base', 100, '0xhead', now(), 100, 100) on conflict do nothing`;
  const rows: Row[] = [];
  for (const load of loads) {
    const side = (how: Complete) => () => complete(ctx, db, merchant?.merchant_id ?? '', load, how);
    const { subject, baseline, ratio } = await compare(load.rounds, side(creditEach), side(moveOnly));
    rows.push({
      what: `live payments completed by final money, ${load.what}, vs status and event alone`,
      subject: rate(subject),
      baseline: rate(baseline),
      ratio,
      goal: `at least ${load.goal}`,
      met: ratio >= load.goal,
    });
  }
  await ctx.db.end();
  return rows;
}

const moveOnly: Complete = async (ctx, tx, payments) => {
  const now = ctx.clock.now();
  const moved = await movePayments(tx, 'confirm', now, payments.map(paidKey));
  await recordEvents(
    tx,
    ctx.ids,
    moved.map((row) => paymentEvent('confirm', row, now)),
  );
};

const paidKey = ({ payment_id, merchant_id }: PaymentRow) =>
  ({ payment_id, merchant_id, chain: 'base', token: 'USDC' }) as const;

async function complete(
  ctx: Context,
  db: Db,
  merchantId: string,
  { batchSize, inFlight, perRound: count }: Load,
  how: Complete,
): Promise<number> {
  const addresses = await seed(db, merchantId, count);
  const startedAt = performance.now();
  const loops = Array.from({ length: inFlight }, async () => {
    while (addresses.length > 0) {
      const some = addresses.splice(0, batchSize);
      await ctx.db.begin(async (tx) => how(ctx, tx, await holdPaymentsAt(tx, some)));
    }
  });
  await Promise.all(loops);
  const perSecond = (count / (performance.now() - startedAt)) * 1000;
  const [open] = await db<{ n: number }[]>`
    select count(*)::int as n from payments where payment_id like 'pay_0c%' and status <> 'completed'`;
  if (open?.n !== 0) throw new Error(`${open?.n} payments did not complete`);
  return perSecond;
}

/** Payments whose money was seen, and is final by now. Returns their addresses. */
async function seed(db: Db, merchantId: string, count: number): Promise<string[]> {
  const first = seeded;
  seeded += count;
  // As long as other ids, so that they can be cursors of lists.
  const ids = Array.from({ length: count }, (_, index) => `0c${String(first + index).padStart(24, '0')}`);
  await db`
    insert into payments (payment_id, merchant_id, environment, status, amount_minor, currency, metadata,
      accepted_chains, accepted_tokens, expires_at, created_at, detected_at, chain, token, token_units, tx_hash,
      payer_address)
    select 'pay_' || id, ${merchantId}, 'live', 'processing', 4999, 'USD', '{}', '{base}', '{USDC}',
      now() + interval '2 days', now(), now(), 'base', 'USDC', ${units.toString()}::numeric, '0x' || id, '0xpayer'
    from unnest(${ids}::text[]) as id`;
  await db`
    insert into deposits (deposit_id, payment_id, merchant_id, environment, chain, token, token_units, address, created_at)
    select 'dep_' || id, 'pay_' || id, ${merchantId}, 'live', 'base', 'USDC', ${units.toString()}::numeric, '0x' || id, now()
    from unnest(${ids}::text[]) as id`;
  await db`
    insert into arrivals (arrival_id, chain, kind, identity, token, asset, address, payer_address, units, tx_hash, block_hash,
      block_number, block_time, log_index, waits_for_finalized, state, seen_at)
    select 'arr_' || id, 'base', 'log', id, 'USDC', '0xusdc', '0x' || id, '0xpayer', ${units.toString()}::numeric, '0x' || id,
      '0xblock', 90, now(), 0, false, 'final', now()
    from unnest(${ids}::text[]) as id`;
  // As autovacuum does a minute later: the first plans are for empty tables.
  await db`analyze payments, deposits, arrivals`;
  return ids.map((id) => `0x${id}`);
}
