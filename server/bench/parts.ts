import type { Bench } from './bench.ts';
import type { Price } from './price-list.ts';
import type { Row } from './table.ts';

type Part = (bench: Bench) => Promise<(Row | Price)[]>;

/** It has no goals, and runs only when it is named. */
export const pricesName = 'prices';

/** In the order in which they run. Each is loaded only in the process that runs it. */
export const parts: Record<string, () => Promise<Part>> = {
  creates: async () => (await import('./creates.ts')).compareCreates,
  reads: async () => (await import('./reads.ts')).compareReads,
  deliveries: async () => (await import('./deliveries.ts')).compareDeliveries,
  completions: async () => (await import('./completions.ts')).compareCompletions,
  pages: async () => (await import('./pages.ts')).comparePages,
  lists: async () => (await import('./lists.ts')).compareLists,
  watching: async () => (await import('./watching.ts')).compareWatching,
  solana: async () => (await import('./solana-watching.ts')).compareSolanaWatching,
  live: async () => (await import('./live.ts')).measureLive,
  latency: async () => (await import('./latency.ts')).measureLatency,
  hanging: async () => (await import('./latency.ts')).compareHanging,
  hostile: async () => (await import('./hostile.ts')).compareHostile,
  [pricesName]: async () => (await import('./prices.ts')).measurePrices,
  restart: async () => (await import('./restart.ts')).measureRestart,
};
