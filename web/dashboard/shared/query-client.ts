import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const maxRetries = 2;

/** Only what may come right by itself is asked for again. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'UNREACHABLE' || error.status === 503);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A request that waits for somebody to sign in must not be held back by the browser's idea of being online.
      networkMode: 'always',
      retry: (failures, error) => failures < maxRetries && isTransient(error),
    },
  },
});
