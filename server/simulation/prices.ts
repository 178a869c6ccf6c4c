import { fixedRates } from '../src/treasury/prices/fixed-rates.ts';
import type { RateSource } from '../src/treasury/prices/rates.ts';
import type { Fraction } from './oracle/amounts.ts';

const percent = 100n;
/** In cents, for one. */
const tokens: Record<string, bigint> = { ETH: 300_000n, USDC: 100n, SOL: 15_000n };
const currencies: Record<string, bigint> = { USD: 100n, EUR: 108n, GBP: 127n, CAD: 73n, AUD: 66n };

/** Prices of one history: the fixed ones, until ETH jumps or nobody knows its price. */
export class Prices {
  /** Of the usual price of ETH, one after the other; null while it is unknown. */
  readonly #ethPercents: (bigint | null)[] = [percent];

  readonly rates: RateSource = {
    ...fixedRates,
    usdPerToken: (token) => {
      const usual = fixedRates.usdPerToken(token);
      const eth = this.#ethPercents[this.now] ?? null;
      if (token !== 'ETH' || usual === null) return usual;
      return eth === null ? null : (usual * eth) / percent;
    },
  };

  /** How often the price has changed. */
  get now(): number {
    return this.#ethPercents.length - 1;
  }

  change(ethPercent: bigint | null): void {
    this.#ethPercents.push(ethPercent);
  }

  calm(): void {
    this.change(percent);
  }

  usdPerCurrency(currency: string): Fraction {
    return { over: currencies[currency] ?? 0n, under: 100n };
  }

  /** The prices that there were from one change to another. */
  usdPerTokenBetween(token: string, from: number, to: number): Fraction[] {
    const usual = tokens[token] ?? 0n;
    if (token !== 'ETH') return [{ over: usual, under: 100n }];
    return this.#ethPercents
      .slice(from, to + 1)
      .flatMap((eth) => (eth === null ? [] : [{ over: usual * eth, under: 100n * percent }]));
  }
}
