import { describe, expect, it } from 'vitest';
import { fixedRates, noRates } from '../../prices/fixed-rates.ts';
import { type Leg, planRoute, waysBetween } from './planner.ts';
import type { Asset, ProviderName, RouteQuote, RouteRefusal } from './provider.ts';

const all: ProviderName[] = ['uniswap', 'cctp', 'lifi'];
const eth: Asset = { chain: 'arbitrum', token: 'ETH' };
const usdt: Asset = { chain: 'ethereum', token: 'USDT' };
const usdc: Asset = { chain: 'ethereum', token: 'USDC' };
const onBase: Asset = { chain: 'base', token: 'USDC' };
const limits = { maxUsdMinor: 1_000_000n };
const hundred = 100_000_000n;

/** A provider that keeps this much of a token with six decimals, in hundredths of a percent. */
const keeping =
  (bps: Partial<Record<ProviderName, bigint>>, change: Partial<RouteQuote> = {}) =>
  async ({ provider, from, to }: Leg, units: bigint): Promise<RouteQuote | RouteRefusal> => {
    const kept = bps[provider];
    if (kept === undefined) return { refused: 'unavailable', text: `${provider} does not answer.` };
    const expectedUnits = (units * (10_000n - kept)) / 10_000n;
    return {
      provider,
      input: { from, to, units, sender: '0x', recipient: '0x' },
      expectedUnits,
      leastUnits: expectedUnits - 1n,
      feeUnits: units - expectedUnits,
      gas: [],
      expectedSeconds: 1,
      expiresAt: new Date(0),
      notes: {},
      ...change,
    };
  };

const plan = (
  from: Asset,
  to: Asset,
  ask: Parameters<typeof planRoute>[3],
  units = hundred,
  rates = fixedRates,
) => planRoute(rates, limits, { from, to, units, providers: all }, ask);

describe('ways', () => {
  const shape = (from: Asset, to: Asset, providers = all) =>
    waysBetween(from, to, providers).map((way) => way.map(({ provider }) => provider).join(' '));

  it('are at most swap, bridge, swap', () => {
    expect(shape(usdt, usdc)).toEqual(['uniswap']);
    expect(shape(usdc, onBase)).toEqual(['cctp', 'lifi']);
    expect(shape(eth, onBase)).toEqual(['uniswap cctp', 'uniswap lifi']);
    expect(shape(eth, { chain: 'base', token: 'ETH' })).toEqual([
      'uniswap cctp uniswap',
      'uniswap lifi uniswap',
    ]);
    expect(shape(usdt, { chain: 'bsc', token: 'USDT' })).toEqual([
      'uniswap cctp uniswap',
      'uniswap lifi uniswap',
      'lifi',
    ]);
  });

  it('exchange SOL by LI.FI on Solana, and bridge by Circle alone', () => {
    const sol: Asset = { chain: 'solana', token: 'SOL' };
    expect(shape(sol, onBase)).toEqual(['lifi cctp']);
    expect(shape(eth, sol)).toEqual(['uniswap cctp lifi']);
    expect(shape(sol, { chain: 'solana', token: 'USDC' })).toEqual(['lifi']);
    expect(shape(sol, onBase, ['uniswap', 'cctp'])).toEqual([]);
  });

  it('use only providers that are there', () => {
    expect(shape(eth, onBase, ['uniswap'])).toEqual([]);
    expect(shape(eth, onBase, ['uniswap', 'lifi'])).toEqual(['uniswap lifi']);
    expect(shape(usdc, onBase, ['lifi'])).toEqual(['lifi']);
  });
});

describe('a plan', () => {
  it('is the cheapest way, and says so', async () => {
    expect(await plan(usdc, onBase, keeping({ cctp: 1n, lifi: 5n }))).toMatchObject({
      quotes: [{ provider: 'cctp' }],
      expectedUnits: 99_990_000n,
      explanation: 'Circle CCTP: 100.00 USDC to about 99.99 USDC on Base. The cheapest of 2 ways.',
    });
  });

  it('counts gas', async () => {
    const dear = { gas: [{ chain: 'base', units: 10n ** 15n }] } as const;
    const ask = async (leg: Leg, units: bigint) =>
      keeping({ cctp: 1n, lifi: 5n }, leg.provider === 'cctp' ? { gas: [...dear.gas] } : {})(leg, units);
    expect(await plan(usdc, onBase, ask)).toMatchObject({ quotes: [{ provider: 'lifi' }] });
  });

  it('takes the other way when one is refused, and names the refusal', async () => {
    const found = await plan(usdc, onBase, keeping({ lifi: 5n }));
    expect(found).toMatchObject({ quotes: [{ provider: 'lifi' }] });
    expect(found).toMatchObject({ explanation: expect.stringContaining('Refused: cctp does not answer.') });
  });

  it('never accepts less than the market less 1.5 %, whatever the provider allows', async () => {
    const generous = keeping({ uniswap: 50n }, { leastUnits: 1n });
    expect(await plan(usdt, usdc, generous)).toMatchObject({ quotes: [{ leastUnits: 98_500_000n }] });
  });

  it('is refused by a provider whose own call would accept less', async () => {
    const ask = keeping({ lifi: 50n }, { leastUnits: 98_499_999n });
    expect(await plan(usdc, onBase, ask)).toMatchObject({
      refusals: [
        { refused: 'unavailable' },
        { refused: 'no_liquidity', text: expect.stringMatching(/^LI.FI may/) },
      ],
    });
    const enough = keeping({ lifi: 50n }, { leastUnits: 98_500_000n });
    expect(await plan(usdc, onBase, enough)).toMatchObject({ leastUnits: 98_500_000n });
  });

  it.each([
    ['1.5 % below the market', keeping({ uniswap: 151n }, { feeUnits: 0n }), 'no_liquidity'],
    ['a fee above 1 %', keeping({ uniswap: 101n }), 'not_allowed'],
    [
      'gas above 5 %',
      keeping({ uniswap: 1n }, { gas: [{ chain: 'ethereum', units: 2n * 10n ** 15n }] }),
      'too_small',
    ],
  ] as const)('is refused for %s', async (_name, ask, refused) => {
    expect(await plan(usdt, usdc, ask)).toMatchObject({ refusals: [{ refused }] });
  });

  it('is refused above the cap, and without a rate', async () => {
    const ask = keeping({ uniswap: 1n });
    expect(await plan(usdt, usdc, ask, 10_000_000_000n)).toMatchObject({ expectedUnits: 9_999_000_000n });
    expect(await plan(usdt, usdc, ask, 10_010_000_000n)).toMatchObject({
      refusals: [{ refused: 'too_large' }],
    });
    expect(await plan(usdt, usdc, ask, hundred, noRates)).toMatchObject({
      refusals: [{ refused: 'unavailable' }],
    });
  });

  it('of several steps keeps to the limits as a whole', async () => {
    const from: Asset = { chain: 'ethereum', token: 'USDT' };
    const ask = keeping({ uniswap: 90n, cctp: 90n });
    expect(await plan(from, onBase, ask)).toMatchObject({
      refusals: [{ refused: 'no_liquidity' }, { refused: 'unavailable' }],
    });
  });

  it('moves USDC from and to Solana', async () => {
    const usdcThere: Asset = { chain: 'solana', token: 'USDC' };
    const ask = keeping({ uniswap: 1n, cctp: 1n });
    expect(await plan(usdcThere, onBase, ask)).toMatchObject({ quotes: [{ provider: 'cctp' }] });
    expect(await plan(usdt, usdcThere, ask)).toMatchObject({
      quotes: [{ provider: 'uniswap' }, { provider: 'cctp' }],
    });
  });

  it('says when there is no way at all', async () => {
    const found = await planRoute(
      fixedRates,
      limits,
      { from: eth, to: onBase, units: hundred, providers: [] },
      keeping({}),
    );
    expect(found).toEqual({
      refusals: [{ refused: 'no_way', text: 'There is no way from ETH on Arbitrum to USDC on Base.' }],
    });
  });
});
