import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '../listen.ts';
import { coinbaseAnswer, krakenAnswer } from './answers.ts';
import { defaultPrices, type Prices } from './prices.ts';

export interface Rates {
  /** Changes some prices, in US dollars. */
  set(prices: Partial<Prices>): void;
  /** Answers a request for one of the two services, whatever comes before the path. */
  serve(request: IncomingMessage, response: ServerResponse): void;
}

export function createRates(): Rates {
  const prices: Prices = { ...defaultPrices };
  return {
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
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    },
  };
}

/** Stands in for Coinbase and Kraken at one address. */
export async function startRates(): Promise<Rates & { url: string; stop(): Promise<void> }> {
  const rates = createRates();
  return { ...rates, ...(await listen(0, () => rates.serve)) };
}
