import { fetchJson } from '../../../platform/fetch-json.ts';
import { marketName } from '../assets.ts';
import { parseInversePrice } from '../decimals.ts';
import { isRecord, type PriceSource } from './source.ts';

/**
 * Coinbase's exchange rates: `{"data":{"currency":"USD","rates":{"ETH":"0.000333…","EUR":"0.92…"}}}`, how much one USD
 * buys. One request prices everything.
 */
export function createCoinbase(origin = 'https://api.coinbase.com'): PriceSource {
  return {
    name: 'coinbase',
    async read(assets) {
      const answer = await fetchJson(`${origin}/v2/exchange-rates?currency=USD`);
      const data = isRecord(answer) ? answer['data'] : null;
      if (!isRecord(data) || data['currency'] !== 'USD' || !isRecord(data['rates']))
        throw new Error('the answer has no rates for USD');
      const { rates } = data;
      return new Map(assets.map((asset) => [asset, parseInversePrice(rates[marketName(asset)])]));
    },
  };
}
