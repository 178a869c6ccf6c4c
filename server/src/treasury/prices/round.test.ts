import { describe, expect, it } from 'vitest';
import { parseUnits } from '../../lib/money.ts';
import { type Asset, assets, type RateSettings } from '../../platform/config/rate-settings.ts';
import type { RateRow } from './rate.ts';
import { type Reading, rateRows } from './round.ts';

const settings: RateSettings = {
  fixed: {},
  spreadBps: 0,
  sources: ['coinbase', 'kraken'],
  tokensOff: ['BUSD'],
};
const start = Date.parse('2026-11-16T12:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000);

const said = (source: Reading['source'], prices: Partial<Record<Asset, string>>): Reading => ({
  source,
  prices: new Map(
    assets.flatMap((asset) => {
      const price = prices[asset];
      return price ? [[asset, { usd: parseUnits(price, 8) }]] : [];
    }),
  ),
});
const down = (source: Reading['source']): Reading => ({ source, prices: { problem: 'answered 503' } });

function round(
  seconds: number,
  readings: Reading[],
  before: RateRow[] = [],
  change: Partial<RateSettings> = {},
) {
  const rows = rateRows(at(seconds), { ...settings, ...change }, readings, before, []);
  const of = (asset: Asset) => {
    const row = rows.find((one) => one.asset === asset);
    if (!row) throw new Error(`no ${asset}`);
    return row;
  };
  return { rows, of };
}

describe('a round', () => {
  it('has a row for every token and currency', () => {
    expect(round(0, []).rows.map(({ asset }) => asset)).toEqual(assets);
  });

  it('a source that fails for two rounds counts with what it said before, and no longer after that', () => {
    const eth = { ETH: '3000' };
    let { rows, of } = round(0, [said('coinbase', eth), said('kraken', eth)]);
    for (const seconds of [30, 60]) {
      ({ rows, of } = round(seconds, [said('coinbase', eth), down('kraken')], rows));
      expect(of('ETH')).toMatchObject({ off: null, usd: '3000.00000000', sources: ['coinbase', 'kraken'] });
      expect(of('ETH').answers[1]).toMatchObject({ at: at(0).toISOString(), problem: 'answered 503' });
    }
    ({ rows, of } = round(90, [said('coinbase', eth), down('kraken')], rows));
    expect(of('ETH')).toMatchObject({ off: 'only coinbase has a price', usd: null });
  });

  it('a source that stays away while the market moves takes the token off at once', () => {
    const { rows } = round(0, [said('coinbase', { ETH: '3000' }), said('kraken', { ETH: '3000' })]);
    const { of } = round(30, [said('coinbase', { ETH: '3031' }), down('kraken')], rows);
    expect(of('ETH').off).toBe('sources differ by more than 1 %');
  });

  it('a source that is ten times too high takes the token off, with only two of them', () => {
    const { of } = round(0, [said('coinbase', { ETH: '3000' }), said('kraken', { ETH: '30000' })]);
    expect(of('ETH').off).toBe('sources differ by more than 1 %');
  });

  it('a source that was taken out of the settings no longer counts', () => {
    const { rows } = round(0, [said('coinbase', { ETH: '3000' }), said('kraken', { ETH: '3000' })]);
    expect(round(30, [said('coinbase', { ETH: '3000' })], rows).of('ETH').off).toBe(
      'only coinbase has a price',
    );
  });

  it('fixed rates and tokens that are off come from the settings', () => {
    const dai = { DAI: '1.001' };
    const { of } = round(0, [said('coinbase', dai), said('kraken', dai)], [], {
      fixed: { EUR: '1.08', BUSD: '1' },
      tokensOff: ['DAI'],
    });
    expect(of('EUR')).toMatchObject({ usd: '1.08000000', off: null, sources: ['fixed'] });
    expect(of('BUSD')).toMatchObject({ usd: '1.00000000', off: null });
    expect(of('DAI')).toMatchObject({
      usd: '1.00000000',
      market: '1.00100000',
      off: 'turned off in the settings',
    });
    expect(round(0, []).of('BUSD').off).toBe('turned off in the settings');
  });

  it('pauses a token by the markets of the last minutes, of that token alone', () => {
    const now = { ETH: '3000', SOL: '150' };
    const rows = rateRows(
      at(0),
      settings,
      [said('coinbase', now), said('kraken', now)],
      [],
      [{ asset: 'ETH', market: '2700.00000000' }],
    );
    expect(rows.filter(({ off }) => off?.startsWith('moved')).map(({ asset }) => asset)).toEqual(['ETH']);
  });
});
