import type { Chains } from '../chains/chains.ts';
import { chainIds } from '../chains/registry.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/client.ts';
import { createSimulatedAdapter } from './adapter.ts';

/** Simulates all eight chains for test mode. Live mode has no chains yet. */
export function createTestChains(db: Db, clock: Clock): Chains {
  return {
    payable: (environment) => (environment === 'test' ? chainIds : []),
    adapter(environment, chain, sql = db) {
      if (environment === 'live') throw new Error(`No adapter is configured for live ${chain}`);
      return createSimulatedAdapter(sql, clock, chain);
    },
    // The simulated ledger keeps everything.
    watch: async () => {},
  };
}
