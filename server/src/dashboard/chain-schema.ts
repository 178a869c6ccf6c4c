import type { ChainId, Token } from '../chains/registry.ts';

/** `idle`: nothing to watch. `silent`: no node answers. `off`: workers found a problem, or none has looked. */
export type ChainState = 'working' | 'idle' | 'behind' | 'silent' | 'off' | 'halted';

export interface ChainsHealth {
  has_wallet: boolean;
  /** Whether the member sees what is for the operator. */
  sees_all: boolean;
  /** Those that the operator has configured. */
  chains: ChainHealth[];
}

export interface ChainHealth {
  chain: ChainId;
  state: ChainState;
  /** Age of the block up to which the chain was read; null while nothing is watched. */
  lag_seconds: number | null;
  /** Less is on the chain than the ledger says. */
  payouts_stopped: boolean;
  /** Null for everybody but the operator. */
  operator: OperatorHealth | null;
}

export interface OperatorHealth {
  /** Why the chain is off; null while it is on. */
  problem: string | null;
  /** What to run when something is wrong. */
  command: string;
  read_block: number | null;
  read_block_at: string | null;
  /** The newest that a node reported. */
  last_block: number | null;
  answered_at: string | null;
  /** Null until a worker with the wallet has sent something. */
  gas: { token: Token; amount: string; is_low: boolean; transfers_left: number; noted_at: string } | null;
  rpc: RpcHealth[];
}

interface RpcHealth {
  /** Without path and query, which contain keys. */
  host: string;
  /** Today and yesterday (UTC). */
  calls: number;
  errors: number;
  last_problem: string | null;
  last_problem_at: string | null;
}
