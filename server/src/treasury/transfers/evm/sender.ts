import type { Context } from '../../../app/context.ts';
import type { HeaderRun } from '../../../chains/evm/header-run.ts';
import type { EvmNode } from '../../../chains/evm/node.ts';
import type { SenderNode, SenderView } from '../../../chains/evm/sender-node.ts';
import type { Signer } from '../../../chains/evm/signer.ts';
import type { LiveChain } from '../../../chains/watching/live-chain.ts';
import { watchRules } from '../../../chains/watching/rules.ts';
import type { Token } from '../../../lib/chains/registry.ts';

/** Everything a sending step on one chain needs. */
export interface Sender {
  ctx: Context;
  chain: LiveChain;
  vault: string;
  signer: Signer;
  /** Whether it sends payments by signature, and nothing from the vault. */
  isSettling: boolean;
  node: SenderNode;
  /** For headers and logs. */
  reads: EvmNode;
  /** Blocks since the mark of unknown payments. */
  headers: HeaderRun;
  /** When this process last sent each transaction. */
  sentAtMs: Map<string, number>;
  /** The cursor's fence when the step began; null before the chain's first block. See `isSameChain`. */
  fence: bigint | null;
}

/** The newest block that counts as final for small amounts. */
export function finalNumber({ finality }: LiveChain, view: SenderView): number {
  return watchRules.finalTarget(finality, view.head.number, view.finalizedNumber);
}

/** The newest final block for large amounts: `finalized`, where the chain has it. */
export function finalNumberOfLarge(chain: LiveChain, view: SenderView): number {
  return chain.finality.usesTag ? view.finalizedNumber : finalNumber(chain, view);
}

/** Whether an amount needs `finalized`, where the chain has it. */
export function isLarge({ finality }: LiveChain, token: Token, units: bigint): boolean {
  const from = finality.largeFrom[token];
  return from !== undefined && units >= from;
}
