import { isPriced, type PricedAsset, type Prices } from './prices.ts';

/** Coinbase's answer to `GET /v2/exchange-rates`: how much of each currency one unit of the given one buys. */
export function coinbaseAnswer(prices: Prices, currency: string): { status: number; body: unknown } {
  const base = usdOf(prices, currency);
  if (base === null)
    return { status: 400, body: { errors: [{ id: 'invalid_request', message: 'Currency is invalid' }] } };
  const rates = Object.entries({ ...prices, USD: '1' }).map(([symbol, usd]) => [
    symbol,
    decimal(base / Number(usd)),
  ]);
  return { status: 200, body: { data: { currency, rates: Object.fromEntries(rates) } } };
}

/** Kraken's own names of pairs. Others are named as they are asked for. */
const krakenNames: Record<string, string> = {
  ETHUSD: 'XETHZUSD',
  USDTUSD: 'USDTZUSD',
  EURUSD: 'ZEURZUSD',
  GBPUSD: 'ZGBPZUSD',
  AUDUSD: 'ZAUDZUSD',
  USDCAD: 'ZUSDZCAD',
};

/** Kraken's answer to `GET /0/public/Ticker`. One unknown pair refuses them all. */
export function krakenAnswer(prices: Prices, pairs: readonly string[]): { status: number; body: unknown } {
  const result: Record<string, unknown> = {};
  for (const pair of pairs) {
    const name = Object.keys(krakenNames).find((short) => krakenNames[short] === pair) ?? pair.toUpperCase();
    const price = priceOf(prices, name);
    if (price === null) return { status: 200, body: { error: ['EQuery:Unknown asset pair'] } };
    result[krakenNames[name] ?? name] = ticker(price);
  }
  return { status: 200, body: { error: [], result } };
}

/** Ask, bid, last, volume, average, trades, low, high, open. */
function ticker(price: number) {
  const text = decimal(price);
  return {
    a: [text, '1', '1.000'],
    b: [text, '1', '1.000'],
    c: [text, '1.00000000'],
    v: ['1000.00000000', '2000.00000000'],
    p: [text, text],
    t: [100, 200],
    l: [text, text],
    h: [text, text],
    o: text,
  };
}

function priceOf(prices: Prices, pair: string): number | null {
  const [, base, quote] = /^([A-Z0-9]+?)(USD|CAD|EUR)$/.exec(pair) ?? [];
  const [of, by] = [usdOf(prices, base ?? ''), usdOf(prices, quote ?? '')];
  return of === null || by === null || by === 0 ? null : of / by;
}

function usdOf(prices: Prices, symbol: string): number | null {
  if (symbol === 'USD') return 1;
  return isPriced(symbol) ? Number(prices[symbol satisfies PricedAsset]) : null;
}

/** Without an exponent, as the services write numbers. */
function decimal(value: number): string {
  return Number.isFinite(value) ? value.toFixed(16).replace(/\.?0+$/, '') : String(value);
}
