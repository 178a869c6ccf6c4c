import type { SearchValues } from './search.ts';

export interface Filter {
  /** In the URL. */
  name: string;
  label: string;
  /** `search` is always shown, the others are folded on a phone. */
  kind: 'search' | 'date' | 'choice';
  placeholder?: string;
  /** Of a choice. */
  options?: readonly (string | { value: string; label: string })[];
}

export function isFiltered(filters: readonly Filter[], values: SearchValues): boolean {
  return filters.some(({ name }) => values[name]);
}

/** The day a list begins and ends with. */
export const periodFilters: Filter[] = [
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'To', kind: 'date' },
];
