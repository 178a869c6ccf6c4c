import { periodQuery } from '../shared/period.ts';
import type { SearchValues } from '../shared/search.ts';

export const paymentFilterNames = ['search', 'status', 'chain', 'token', 'currency', 'from', 'to'] as const;

/** Turns the filters in the URL into API parameters. */
export function paymentQuery(values: SearchValues) {
  const { search, status, chain, token, currency, from, to } = values;
  return { search, status, chain, token, currency, ...periodQuery(from, to) };
}
