import type { Sql } from '../db/client.ts';
import type { Environment } from '../environment.ts';
import type { ChainAdapter } from './adapter.ts';
import type { ChainId } from './registry.ts';

export interface Chains {
  /** The chains that can be paid on now, in registry order. */
  payable(environment: Environment): readonly ChainId[];
  /** `sql` lets a transaction read the simulated ledger it has just written. */
  adapter(environment: Environment, chain: ChainId, sql?: Sql): ChainAdapter;
}
