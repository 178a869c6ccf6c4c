import { useResource } from '../shared/queries.ts';
import type { Stats } from '../shared/types.ts';
import { periodOf } from './period.ts';

const refreshMs = 60_000;

export function useStats(days: string | undefined) {
  return useResource<Stats>('/dashboard/api/stats', periodOf(days, Date.now()), {
    refreshMs,
    keepPrevious: true,
  });
}
