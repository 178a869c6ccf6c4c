import { divideRoundingHalfUp } from '../../../lib/money.ts';
import type { Asset } from '../../../platform/config/rate-settings.ts';
import { fetchJson } from '../../../platform/fetch-json.ts';
import { type Price, parseInversePrice, parsePrice } from '../decimals.ts';
import { isRecord, type PriceSource } from './source.ts';

/** Kraken's names of pairs, as in its answers. It does not list BUSD. */
const pairs: Partial<Record<Asset, string>> = {
  ETH: 'XETHZUSD',
  USDC: 'USDCUSD',
  USDT: 'USDTZUSD',
  DAI: 'DAIUSD',
  SOL: 'SOLUSD',
  MATIC: 'POLUSD',
  AVAX: 'AVAXUSD',
  BNB: 'BNBUSD',
  EUR: 'ZEURZUSD',
  GBP: 'ZGBPZUSD',
  CAD: 'ZUSDZCAD',
  AUD: 'AUDUSD',
};
/** Listed the other way round, as USD in that currency. */
const inverse: readonly Asset[] = ['CAD'];

/** The answer with all markets is about 500 KB. */
const maxBytes = 4 * 1024 * 1024;
/** With a wider spread, the middle of bid and ask is not a market price. */
const maxGapBps = 200n;

/** Kraken's ticker: `{"error":[],"result":{"XETHZUSD":{"a":["3001.1",…],"b":["3001.0",…],…}}}`. */
export function createKraken(origin = 'https://api.kraken.com'): PriceSource {
  const url = `${origin}/0/public/Ticker`;
  return {
    name: 'kraken',
    async read(assets) {
      const listed = assets.flatMap((asset) => {
        const pair = pairs[asset];
        return pair ? [{ asset, pair }] : [];
      });
      const tickers = await readTickers(
        url,
        listed.map(({ pair }) => pair),
      );
      return new Map(listed.map(({ asset, pair }) => [asset, middle(asset, tickers[pair])]));
    },
  };
}

/** One delisted pair fails the whole request. Then all markets are requested. */
async function readTickers(url: string, names: string[]): Promise<Record<string, unknown>> {
  const first = await fetchJson(`${url}?pair=${names.join(',')}`, { maxBytes });
  const isDelisted = errorsOf(first).some((error) => error.startsWith('EQuery:Unknown asset pair'));
  const answer = isDelisted ? await fetchJson(url, { maxBytes }) : first;
  const [error] = errorsOf(answer);
  if (error !== undefined) throw new Error(error.slice(0, 100));
  const result = isRecord(answer) ? answer['result'] : null;
  if (!isRecord(result)) throw new Error('the answer has no tickers');
  return result;
}

function errorsOf(answer: unknown): string[] {
  const errors = isRecord(answer) ? answer['error'] : null;
  return Array.isArray(errors) ? errors.map(String) : [];
}

/** The middle of best bid and ask. The last trade has no timestamp and may be hours old. */
function middle(asset: Asset, ticker: unknown): Price {
  if (!isRecord(ticker)) return { problem: 'not listed' };
  const parse = inverse.includes(asset) ? parseInversePrice : parsePrice;
  const ask = parse(firstOf(ticker['a']));
  const bid = parse(firstOf(ticker['b']));
  if ('problem' in ask) return ask;
  if ('problem' in bid) return bid;
  const gap = ask.usd > bid.usd ? ask.usd - bid.usd : bid.usd - ask.usd;
  if (gap * 10_000n > bid.usd * maxGapBps) return { problem: 'bid and ask are more than 2 % apart' };
  return { usd: divideRoundingHalfUp(ask.usd + bid.usd, 2n) };
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}
