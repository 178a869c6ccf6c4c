import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type SearchValues, useSearchValues } from '../lists/search.ts';
import { filledPath, type ListPage, type Paging } from './api.ts';
import type { AnyRequest, ApiPath, PathWith, Request } from './api-types.ts';
import { useApi } from './environment.ts';
import type { Environment } from './types.ts';

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

/** Key of a request in the cache. */
export function keyOf(environment: Environment, path: ApiPath, request: AnyRequest) {
  return [environment, filledPath(path, request), request.query ?? {}];
}

export function useResource<P extends PathWith<'get'>>(
  path: P,
  request: Request<P, 'get'>,
  { refreshMs = false, keepPrevious = false, enabled = true }: ResourceOptions = {},
) {
  const api = useApi();
  const queryKey = keyOf(api.environment, path, request);
  return useQuery({
    queryKey,
    queryFn: () => api.get(path, request),
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
export function useList<P extends PathWith<'get'>>(
  path: P,
  request: Request<P, 'get'>,
  { refreshMs = false }: QueryOptions = {},
) {
  const api = useApi();
  const { values } = useSearchValues();
  const paging = { limit: rowsPerPage, ...cursorOf(values) };
  const queryKey = keyOf(api.environment, path, { ...request, query: { ...paging, ...request.query } });
  return useQuery({
    queryKey,
    queryFn: () => api.list(path, request, paging),
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
    (...paths: ApiPath[]) =>
      client.invalidateQueries({
        predicate: ({ queryKey: [, path] }) =>
          typeof path === 'string' && paths.some((changed) => path.startsWith(changed)),
      }),
    [client],
  );
}

function cursorOf({ starting_after, ending_before }: SearchValues): Paging {
  return starting_after ? { starting_after } : { ending_before };
}
