import type { Clock } from '../clock.ts';
import type { Db, Sql } from '../db/client.ts';
import type { Environment } from '../environment.ts';
import { createSimulatedAdapter } from '../test-mode/adapter.ts';
import type { ChainAdapter } from './adapter.ts';
import { type ChainId, chainIds } from './registry.ts';

export interface Chains {
  /** The chains that can be paid on, in registry order. */
  payable(environment: Environment): readonly ChainId[];
  /** `sql` lets a transaction read the simulated ledger it has just written. */
  adapter(environment: Environment, chain: ChainId, sql?: Sql): ChainAdapter;
}

export function createChains(db: Db, clock: Clock): Chains {
  return {
    payable: (environment) => (environment === 'test' ? chainIds : []),
    adapter(environment, chain, sql = db) {
      if (environment === 'live') throw new Error(`No adapter is configured for live ${chain}`);
      return createSimulatedAdapter(sql, clock, chain);
    },
  };
}
