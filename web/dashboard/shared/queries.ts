import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ListPage, Query } from './api.ts';
import { useApi } from './environment.ts';
import { type SearchValues, useSearchValues } from './search.ts';

const rowsPerPage = 20;

interface QueryOptions {
  /** Polling interval while the page is visible. */
  refreshMs?: number | false;
}

export function useResource<Data>(path: string, query: Query = {}, { refreshMs = false }: QueryOptions = {}) {
  const api = useApi();
  return useQuery({
    queryKey: [api.environment, path, query],
    queryFn: () => api.get<Data>(path, query),
    refetchInterval: refreshMs,
  });
}

/** One page of a list. The cursor is in the URL. */
export function useList<Item>(path: string, filters: Query = {}, { refreshMs = false }: QueryOptions = {}) {
  const api = useApi();
  const { values } = useSearchValues();
  const query = { limit: rowsPerPage, ...cursorOf(values), ...filters };
  return useQuery({
    queryKey: [api.environment, path, query],
    queryFn: () => api.list<Item>(path, query),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
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
