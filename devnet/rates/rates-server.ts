import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Outage } from '../evm/faults.ts';
import { fail } from '../evm/outages.ts';
import { listen } from '../listen.ts';
import { coinbaseAnswer, krakenAnswer } from './answers.ts';
import { defaultPrices, type Prices } from './prices.ts';

export interface Rates {
  /** Changes some prices, in US dollars. They need not be sensible. */
  set(prices: Partial<Prices>): void;
  /** Fails as a chain's node can. Null ends it. */
  outage(outage: Outage | null): void;
  /** Answers a request for one of the two services, whatever comes before the path. */
  serve(request: IncomingMessage, response: ServerResponse): void;
}

export function createRates(): Rates {
  const prices: Prices = { ...defaultPrices };
  let outage: Outage | null = null;
  return {
    outage(given) {
      outage = given;
    },
    set(changed) {
      Object.assign(prices, changed);
    },
    serve(request, response) {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const { status, body } = pathname.endsWith('/v2/exchange-rates')
        ? coinbaseAnswer(prices, searchParams.get('currency') ?? 'USD')
        : pathname.endsWith('/0/public/Ticker')
          ? krakenAnswer(prices, (searchParams.get('pair') ?? '').split(','))
          : { status: 404, body: { message: 'Not Found' } };
      const text = JSON.stringify(body);
      if (outage) fail(response, outage, text);
      else response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    },
  };
}

/** Stands in for Coinbase and Kraken at one address. */
export async function startRates(): Promise<Rates & { url: string; stop(): Promise<void> }> {
  const rates = createRates();
  return { ...rates, ...(await listen(0, () => rates.serve)) };
}
