import type { Address } from 'viem';
import type { EvmNode } from '../../../chains/evm/node.ts';
import type { SenderNode } from '../../../chains/evm/sender-node.ts';
import type { SolanaNode } from '../../../chains/solana/node.ts';
import type { SolanaSenderNode } from '../../../chains/solana/sender-node.ts';
import type { LiveChain } from '../../../chains/watching/live-chain.ts';
import type { SolanaLiveChain } from '../../../chains/watching/solana/solana-watcher.ts';
import { contractOf, nativeToken } from '../../transfers/evm/vault-calls.ts';
import type { Asset } from './provider.ts';

/** An EVM chain for providers, read-only. */
export interface RouteChain {
  chain: LiveChain;
  node: SenderNode;
  /** For headers and logs. */
  reads: EvmNode;
}

/** Solana for providers, read-only. */
export interface RouteSolana {
  chain: SolanaLiveChain;
  node: SolanaSenderNode;
  /** For histories and transactions. */
  reads: SolanaNode;
  treasury: string;
  feePayer: string;
  trader: string;
}

/** Null for Solana and for chains that are not set up. */
export type RouteChains = (id: Asset['chain']) => RouteChain | null;

/** The contract of a token; null for native money, undefined if the chain does not have the token. */
export function tokenContract({ chain }: RouteChain, token: Asset['token']): Address | null | undefined {
  const found = contractOf(chain, token);
  if (found === null) return undefined;
  return found === nativeToken ? null : found;
}
