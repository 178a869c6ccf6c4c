import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ListPage, Query } from './api.ts';
import { useApi } from './environment.ts';
import { type SearchValues, useSearchValues } from './search.ts';

const rowsPerPage = 20;

interface QueryOptions {
  /** Polling interval while the page is visible. */
  refreshMs?: number | false;
}

interface ResourceOptions extends QueryOptions {
  /** Shows the data of the previous query until that of the next one is there. */
  keepPrevious?: boolean;
  /** False to send no request yet. */
  enabled?: boolean;
}

export function useResource<Data>(
  path: string,
  query: Query = {},
  { refreshMs = false, keepPrevious = false, enabled = true }: ResourceOptions = {},
) {
  const api = useApi();
  const queryKey = [api.environment, path, query];
  return useQuery({
    queryKey,
    queryFn: () => api.get<Data>(path, query),
    refetchInterval: refreshMs,
    // What changes by itself is read again when its page opens, however soon that is.
    ...(refreshMs === false ? {} : { staleTime: 0 }),
    enabled,
    ...(keepPrevious ? { placeholderData: previousOf(queryKey) } : {}),
  });
}

/** Other filters of the same list may stand in for each other, but never test data for live data. */
function previousOf([environment, path]: unknown[]) {
  return <Data>(data: Data | undefined, query: { queryKey: readonly unknown[] } | undefined) =>
    query?.queryKey[0] === environment && query?.queryKey[1] === path ? data : undefined;
}

/** One page of a list. The cursor is in the URL. */
export function useList<Item>(path: string, filters: Query = {}, { refreshMs = false }: QueryOptions = {}) {
  const api = useApi();
  const { values } = useSearchValues();
  const query = { limit: rowsPerPage, ...cursorOf(values), ...filters };
  const queryKey = [api.environment, path, query];
  return useQuery({
    queryKey,
    queryFn: () => api.list<Item>(path, query),
    refetchInterval: refreshMs,
    placeholderData: previousOf(queryKey),
  });
}

export type ListQuery<Item> = {
  data: ListPage<Item> | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  refetch(): unknown;
};

/** Refetches everything below the given paths, after a change there. */
export function useRefresh() {
  const client = useQueryClient();
  return useCallback(
    (...paths: string[]) =>
      client.invalidateQueries({
        predicate: ({ queryKey: [, path] }) =>
          typeof path === 'string' && paths.some((changed) => path.startsWith(changed)),
      }),
    [client],
  );
}

function cursorOf({ starting_after, ending_before }: SearchValues): Query {
  return starting_after ? { starting_after } : { ending_before };
}
