import type { Chains } from '../../chains/chains.ts';
import { chainIds } from '../../lib/chains/registry.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Db } from '../../platform/db/client.ts';
import { createSimulatedAdapter } from './adapter.ts';

/** Simulates all eight chains. */
export function createTestChains(db: Db, clock: Clock): Chains {
  return {
    payable: () => chainIds,
    sweepUnits: () => null,
    leastNative: () => null,
    adapter: (_environment, chain, sql = db) => createSimulatedAdapter(sql, clock, chain),
    // Never give a wallet that holds real money an address on a simulated chain.
    requestUri: () => null,
    walletRequest: () => null,
    // The simulated ledger keeps everything.
    watch: async () => {},
  };
}
