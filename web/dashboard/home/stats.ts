import { useResource } from '../shared/api/queries.ts';
import { periodOf } from './period.ts';

const refreshMs = 60_000;

export function useStats(days: string | undefined) {
  return useResource(
    '/dashboard/api/stats',
    { query: periodOf(days, Date.now()) },
    {
      refreshMs,
      keepPrevious: true,
    },
  );
}
