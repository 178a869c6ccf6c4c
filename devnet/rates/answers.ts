import { formatUnits, parseUnits } from 'viem';
import { isPriced, type Prices } from './prices.ts';

interface Answer {
  status: number;
  body: unknown;
}

/** Coinbase's answer to `GET /v2/exchange-rates`: how much of each currency one unit of the given one buys. */
export function coinbaseAnswer(prices: Prices, currency: string): Answer {
  const base = usdOf(prices, currency);
  if (base === null)
    return { status: 400, body: { errors: [{ id: 'invalid_request', message: 'Currency is invalid' }] } };
  const rates = Object.entries({ ...prices, USD: '1' }).map(([symbol, usd]) => [symbol, divide(base, usd)]);
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
export function krakenAnswer(prices: Prices, pairs: readonly string[]): Answer {
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
function ticker(price: string) {
  return {
    a: [price, '1', '1.000'],
    b: [price, '1', '1.000'],
    c: [price, '1.00000000'],
    v: ['1000.00000000', '2000.00000000'],
    p: [price, price],
    t: [100, 200],
    l: [price, price],
    h: [price, price],
    o: price,
  };
}

function priceOf(prices: Prices, pair: string): string | null {
  const [, base = '', quote = ''] = /^([A-Z0-9]+?)(USD|CAD|EUR)$/.exec(pair) ?? [];
  const [of, by] = [usdOf(prices, base), usdOf(prices, quote)];
  return of === null || by === null ? null : divide(of, by);
}

function usdOf(prices: Prices, symbol: string): string | null {
  if (symbol === 'USD') return '1';
  return isPriced(symbol) ? prices[symbol] : null;
}

const decimals = 18;

/** Exact to 18 decimals. A price that is no number, which tests set, is passed on as it is. */
function divide(of: string, by: string): string {
  const wrong = [of, by].find((text) => !/^\d+(\.\d+)?$/.test(text));
  if (wrong !== undefined) return wrong;
  const divisor = parseUnits(by, decimals);
  return divisor === 0n ? '0' : formatUnits((parseUnits(of, decimals) * 10n ** 18n) / divisor, decimals);
}
