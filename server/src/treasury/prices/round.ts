import { formatUnits, parseUnits } from '../../lib/money.ts';
import { type Asset, assets, type RateSettings } from '../../platform/config/rate-settings.ts';
import type { Price } from './decimals.ts';
import type { RateRow, SourceAnswer } from './rate.ts';
import { rateDecimals } from './rates.ts';
import { type AssetRules, evaluate } from './rules.ts';
import type { PriceSource } from './sources/source.ts';

/** A source's result in a round: prices, or why it failed. */
export interface Reading {
  source: PriceSource['name'];
  prices: ReadonlyMap<Asset, Price> | { problem: string };
}

/** A source that fails for a round or two still counts with its last prices. */
const freshMs = 75_000;

/** The rates of a round. Pure. `markets` are those of the last minutes. */
export function rateRows(
  now: Date,
  settings: RateSettings,
  readings: readonly Reading[],
  before: readonly RateRow[],
  markets: readonly { asset: Asset; market: string }[],
): RateRow[] {
  return assets.map((asset) => {
    const earlier = before.find((row) => row.asset === asset);
    const answers = readings.flatMap((reading) => answerOf(asset, reading, earlier, now) ?? []);
    const recent = markets.filter((one) => one.asset === asset).map(({ market }) => parse(market));
    const verdict = evaluate(
      asset,
      answers.flatMap((answer) => freshPrice(answer, now) ?? []),
      recent,
      rulesOf(asset, settings),
    );
    const { off, sources } = verdict;
    return {
      asset,
      at: now,
      market: format(verdict.market),
      usd: format(verdict.usd),
      off,
      sources,
      answers,
    };
  });
}

function rulesOf(asset: Asset, { fixed, spreadBps, tokensOff }: RateSettings): AssetRules {
  const rate = fixed[asset];
  const isOff = tokensOff.some((token) => token === asset);
  return {
    fixed: rate === undefined ? null : parse(rate),
    spreadBps,
    turnedOff: isOff ? 'turned off in the settings' : null,
  };
}

/** Null if the source does not price this asset. */
function answerOf(
  asset: Asset,
  { source, prices }: Reading,
  earlier: RateRow | undefined,
  now: Date,
): SourceAnswer | null {
  const last = earlier?.answers.find((answer) => answer.source === source);
  const price = 'problem' in prices ? prices : prices.get(asset);
  if (!price) return null;
  if ('usd' in price) return { source, usd: format(price.usd), at: now.toISOString(), problem: null };
  return { source, usd: last?.usd ?? null, at: last?.at ?? null, problem: price.problem };
}

function freshPrice({ source, usd, at }: SourceAnswer, now: Date): { source: string; usd: bigint } | null {
  if (usd === null || at === null) return null;
  const ageMs = now.getTime() - Date.parse(at);
  return ageMs >= 0 && ageMs <= freshMs ? { source, usd: parse(usd) } : null;
}

function parse(text: string): bigint {
  return parseUnits(text, rateDecimals);
}

function format(usd: bigint): string;
function format(usd: bigint | null): string | null;
function format(usd: bigint | null): string | null {
  return usd === null ? null : formatUnits(usd, rateDecimals);
}
