import type { RouteQuote } from './providers/provider.ts';

/** A quote as JSON: units as text, times as ISO 8601. */
export interface StoredQuote
  extends Omit<RouteQuote, 'input' | 'expectedUnits' | 'leastUnits' | 'feeUnits' | 'gas' | 'expiresAt'> {
  input: Omit<RouteQuote['input'], 'units'> & { units: string };
  expectedUnits: string;
  leastUnits: string;
  feeUnits: string;
  gas: { chain: RouteQuote['gas'][number]['chain']; units: string }[];
  expiresAt: string;
}

export function toStored(quote: RouteQuote): StoredQuote {
  return {
    ...quote,
    input: { ...quote.input, units: quote.input.units.toString() },
    expectedUnits: quote.expectedUnits.toString(),
    leastUnits: quote.leastUnits.toString(),
    feeUnits: quote.feeUnits.toString(),
    gas: quote.gas.map(({ chain, units }) => ({ chain, units: units.toString() })),
    expiresAt: quote.expiresAt.toISOString(),
  };
}

export function fromStored(stored: StoredQuote): RouteQuote {
  return {
    ...stored,
    input: { ...stored.input, units: BigInt(stored.input.units) },
    expectedUnits: BigInt(stored.expectedUnits),
    leastUnits: BigInt(stored.leastUnits),
    feeUnits: BigInt(stored.feeUnits),
    gas: stored.gas.map(({ chain, units }) => ({ chain, units: BigInt(units) })),
    expiresAt: new Date(stored.expiresAt),
  };
}
