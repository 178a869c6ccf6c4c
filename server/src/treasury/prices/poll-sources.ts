import type { Context } from '../../app/context.ts';
import { within } from '../../lib/deadline.ts';
import { type Asset, assets } from '../../platform/config/rate-settings.ts';
import type { LivePrices } from './prices.ts';
import type { RateRow } from './rate.ts';
import { type Reading, rateRows } from './round.ts';
import { moveWindowMs } from './rules.ts';
import type { PriceSource } from './sources/source.ts';
import { selectMarkets, selectRates, takeRound, upsertRates } from './store.ts';

const everyMs = 30_000;
/** For all requests of a source together. A stopping worker waits for its round to end. */
const sourceDeadlineMs = 10_000;

/** Polls all sources and stores the rates. False if no round is due, or another worker has it. */
export async function pollRates(ctx: Context, { sources, rates }: LivePrices): Promise<boolean> {
  const now = ctx.clock.now();
  // If this worker is killed, another takes the next round, when rates are a minute old.
  if (!(await takeRound(ctx.db, now, new Date(now.getTime() + everyMs)))) return false;
  const wanted = assets.filter((asset) => ctx.config.rates.fixed[asset] === undefined);
  const readings = await Promise.all(sources.map((source) => readSource(source, wanted, now)));
  const [before, markets] = await Promise.all([
    selectRates(ctx.db),
    selectMarkets(ctx.db, new Date(now.getTime() - moveWindowMs), now),
  ]);
  const rows = rateRows(now, ctx.config.rates, readings, before, markets);
  await ctx.db.begin((tx) => upsertRates(tx, rows));
  logChanges(ctx, before, rows);
  await rates.refresh();
  return true;
}

async function readSource(source: PriceSource, wanted: readonly Asset[], now: Date): Promise<Reading> {
  if (wanted.length === 0) return { source: source.name, prices: new Map() };
  try {
    const prices = await within(
      sourceDeadlineMs,
      source.read(wanted, now),
      () => new Error('no answer in 10 s'),
    );
    return { source: source.name, prices };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { source: source.name, prices: { problem } };
  }
}

/** Logs each asset that went on or off. */
function logChanges(ctx: Context, before: readonly RateRow[], rows: readonly RateRow[]): void {
  for (const { asset, usd, off, sources, answers } of rows) {
    const earlier = before.find((row) => row.asset === asset);
    if (earlier && (earlier.off === null) === (off === null)) continue;
    if (off === null) ctx.log.info({ asset, usd, sources }, 'live price is on');
    else ctx.log.warn({ asset, reason: off, answers }, 'live price is off');
  }
}
