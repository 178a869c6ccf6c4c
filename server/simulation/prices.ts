import { fixedRates } from '../src/treasury/prices/fixed-rates.ts';
import type { RateSource } from '../src/treasury/prices/rates.ts';
import type { Fraction } from './oracle/amounts.ts';

/** Of which changes of a price are told. */
const whole = 1000n;
/** In cents, for one. */
const tokens: Record<string, bigint> = { ETH: 300_000n, USDC: 100n, SOL: 15_000n };
const currencies: Record<string, bigint> = { USD: 100n, EUR: 108n, GBP: 127n, CAD: 73n, AUD: 66n };
/** As the guide says: an older price counts as none. */
const staleMs = 120_000;

/** Prices of one history: the fixed ones, until ETH moves or nobody knows its price. */
export class Prices {
  /** How long quotes in ETH hold; null until their payment expires. */
  readonly holdsMs: number | null;
  isCalm = false;
  /** In thousandths of the usual price of ETH, one after the other; null while it is unknown. */
  readonly #eth: (bigint | null)[] = [whole];
  /** When which of them was written down, oldest first. */
  readonly #kept: { atMs: number; eth: bigint | null }[] = [];

  readonly rates: RateSource = {
    ...fixedRates,
    usdPerToken: (token) => {
      const usual = fixedRates.usdPerToken(token);
      const eth = this.#eth[this.now] ?? null;
      if (token !== 'ETH' || usual === null) return usual;
      return eth === null ? null : (usual * eth) / whole;
    },
    quoteHoldsMs: (token) => (token === 'ETH' ? this.holdsMs : null),
  };

  constructor(holdsMs: number | null) {
    this.holdsMs = holdsMs;
  }

  /** How often the price has changed. */
  get now(): number {
    return this.#eth.length - 1;
  }

  /** To so many thousandths of the usual price. */
  change(eth: bigint | null): void {
    this.#eth.push(eth);
  }

  /** The usual price from now on: payouts are compared with minimum and reserve at it. */
  calm(): void {
    this.isCalm = true;
    this.change(whole);
  }

  /** Returns what has a price now, in dollars. */
  keep(atMs: number): Record<string, number> {
    const eth = this.#eth[this.now] ?? null;
    this.#kept.push({ atMs, eth });
    const all = Object.entries(currencies).map(([name, cents]) => [name, Number(cents) / 100] as const);
    const dollars = (Number(tokens['ETH']) / 100) * (Number(eth) / Number(whole));
    return Object.fromEntries(eth === null ? all : [...all, ['ETH', dollars]]);
  }

  /** Null before the first one. */
  get keptAtMs(): number | null {
    return this.#kept.at(-1)?.atMs ?? null;
  }

  usdPerCurrency(currency: string): Fraction {
    return { over: currencies[currency] ?? 0n, under: 100n };
  }

  /** The prices that there were from one change to another. */
  usdPerTokenBetween(token: string, from: number, to: number): Fraction[] {
    if (token !== 'ETH') return [{ over: tokens[token] ?? 0n, under: 100n }];
    return this.#eth.slice(from, to + 1).flatMap((eth) => (eth === null ? [] : [ethAt(eth)]));
  }

  /** The price of ETH that was written down last at a time; null if that is too long ago. */
  usdPerEthAt(atMs: number): Fraction | null {
    const last = this.#kept.findLast((one) => one.eth !== null && one.atMs <= atMs);
    return last && last.eth !== null && last.atMs > atMs - staleMs ? ethAt(last.eth) : null;
  }
}

function ethAt(thousandths: bigint): Fraction {
  return { over: (tokens['ETH'] ?? 0n) * thousandths, under: 100n * whole };
}
