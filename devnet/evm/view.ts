import type { ChainSpec } from './chain-specs.ts';
import type { Faults } from './faults.ts';
import type { LocalChain } from './local-chain.ts';

/** The chain as one node shows it, up to `head`. */
export interface View {
  chain: LocalChain;
  faults: Faults;
  depth: ChainSpec['depth'];
  head: number;
}
