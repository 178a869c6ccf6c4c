import { useResource } from './api/queries.ts';

const refreshMs = 60_000;

/** What somebody should do something about: for Home, and the counts in the navigation. */
export function useAttention() {
  return useResource('/dashboard/api/attention', {}, { refreshMs });
}
