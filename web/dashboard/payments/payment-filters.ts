import { periodQuery } from '../shared/charts/period.ts';
import { facts } from '../shared/facts.ts';
import { type Filter, periodFilters } from '../shared/lists/filter.ts';
import type { SearchValues } from '../shared/lists/search.ts';
import { paymentStatuses } from './payment.ts';

const sameLabel = (value: string) => ({ value, label: value });

export const paymentFilters: Filter[] = [
  { name: 'search', label: 'Search', kind: 'search', placeholder: 'Amount, e-mail, hash, ID' },
  { name: 'status', label: 'Status', kind: 'choice', options: paymentStatuses },
  {
    name: 'chain',
    label: 'Chain',
    kind: 'choice',
    options: facts.chains.map(({ chain, name }) => ({ value: chain, label: name })),
  },
  { name: 'token', label: 'Token', kind: 'choice', options: facts.tokens.map(sameLabel) },
  { name: 'currency', label: 'Currency', kind: 'choice', options: facts.currencies.map(sameLabel) },
  ...periodFilters,
];

/** Turns the filters in the URL into API parameters. */
export function paymentQuery(values: SearchValues) {
  const { search, status, chain, token, currency, from, to } = values;
  return { search, status, chain, token, currency, ...periodQuery(from, to) };
}
