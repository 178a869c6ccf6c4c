import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const maxRetries = 2;

/** Only errors that may go away by themselves are retried. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'UNREACHABLE' || error.status === 503);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Requests that wait for a new sign-in must not be paused by the browser's online detection.
      networkMode: 'always',
      retry: (failures, error) => failures < maxRetries && isTransient(error),
    },
  },
});
