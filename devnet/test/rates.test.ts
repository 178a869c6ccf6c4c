import { afterAll, expect, it } from 'vitest';
import { startRates } from '../rates/rates-server.ts';

const rates = await startRates();
afterAll(() => rates.stop());
interface Answers {
  data: { currency: string; rates: Record<string, string> };
  error: string[];
  result: Record<string, { c: string[] }>;
}
const read = async (path: string) => (await fetch(`${rates.url}${path}`)).json() as Promise<Answers>;

it('answers as Coinbase: how much of each currency one dollar buys', async () => {
  const { data } = await read('/v2/exchange-rates?currency=USD');
  expect(data).toMatchObject({
    currency: 'USD',
    rates: { USD: '1', USDC: '1', EUR: '0.925925925925925925' },
  });
  expect(data.rates['ETH']).toBe('0.000333333333333333');
  expect((await read('/v2/exchange-rates?currency=ETH')).data.rates['USD']).toBe('3000');
  expect(await read('/v2/exchange-rates?currency=NOPE')).toHaveProperty('errors');
});

it('answers as Kraken, under its own names of pairs', async () => {
  const { error, result } = await read('/0/public/Ticker?pair=ETHUSD,SOLUSD,USDCAD');
  expect(error).toEqual([]);
  expect(Object.keys(result)).toEqual(['XETHZUSD', 'SOLUSD', 'ZUSDZCAD']);
  expect(result['XETHZUSD']?.c).toEqual(['3000', '1.00000000']);
  expect(result['ZUSDZCAD']?.c[0]).toBe('1.369863013698630136');
  expect(await read('/0/public/Ticker?pair=ETHUSD,NOPEUSD')).toEqual({
    error: ['EQuery:Unknown asset pair'],
  });
});

it('answers the prices it is set to', async () => {
  rates.set({ ETH: '2500.5' });
  expect((await read('/0/public/Ticker?pair=XETHZUSD')).result['XETHZUSD']?.c[0]).toBe('2500.5');
  rates.set({ ETH: 'NaN' });
  expect((await read('/v2/exchange-rates')).data.rates['ETH']).toBe('NaN');
  expect((await fetch(`${rates.url}/elsewhere`)).status).toBe(404);
});

it('fails on demand', async () => {
  rates.outage({ kind: '429', retryAfterSeconds: 3 });
  expect((await fetch(`${rates.url}/v2/exchange-rates`)).headers.get('retry-after')).toBe('3');
  rates.outage(null);
  expect((await fetch(`${rates.url}/v2/exchange-rates`)).status).toBe(200);
});
