import type { Branch } from './branch.ts';
import type { ChainSpec } from './chain-specs.ts';
import type { Faults } from './faults.ts';
import type { LocalChain } from './local-chain.ts';

/** The chain as one node shows it. */
export interface View {
  chain: LocalChain;
  faults: Faults;
  depth: ChainSpec['depth'];
  /** The number of the newest block. Tags are counted from here. */
  tip: number;
  /** The newest block that the chain itself answers for: below `tip` on a replaced branch. */
  head: number;
  branch: Branch | null;
}
