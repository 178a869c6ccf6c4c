import type { Sql } from '../db/client.ts';
import type { Environment } from '../environment.ts';
import type { ChainAdapter } from './adapter.ts';
import type { ChainId } from './registry.ts';

export interface OpenedDeposit {
  environment: Environment;
  payment_id: string;
  address: string;
  chain: ChainId;
}

export interface Chains {
  /** The chains that can be paid on now, in registry order. */
  payable(environment: Environment): readonly ChainId[];
  /** `sql` lets a transaction read the simulated ledger it has just written. */
  adapter(environment: Environment, chain: ChainId, sql?: Sql): ChainAdapter;
  /** Looks out for money at the addresses from now on, in the transaction that stores the deposits. */
  watch(tx: Sql, deposits: readonly OpenedDeposit[]): Promise<void>;
}
