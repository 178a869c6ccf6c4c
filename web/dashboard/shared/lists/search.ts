import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The query string: filters, cursors, tabs, and the environment as `env`. All values are strings. */
export interface SearchValues {
  env?: string | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
  [name: string]: string | undefined;
}

export function readSearch(search: string): SearchValues {
  return Object.fromEntries(new URLSearchParams(search));
}

export function writeSearch(values: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'string' && value !== '') search.set(name, value);
  return search.size === 0 ? '' : `?${search}`;
}

/** The query string and a setter: `undefined` removes a value. Changing a filter goes back to the first page. */
export function useSearchValues() {
  const values: SearchValues = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (changes: SearchValues) =>
      navigate({
        to: '.',
        search: (before: SearchValues) => ({
          ...before,
          starting_after: undefined,
          ending_before: undefined,
          ...changes,
        }),
        replace: !('starting_after' in changes || 'ending_before' in changes),
        resetScroll: false,
      }),
    [navigate],
  );
  return { values, change };
}
