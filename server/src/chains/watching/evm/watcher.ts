import type { ChainView, EvmNode } from '../../evm/node.ts';
import type { BlockRef, HeldCursor, WatchLedger, Writes } from '../ledger-port.ts';
import type { LiveChain } from '../live-chain.ts';
import type { WatchRules } from '../rules.ts';
import type { WatchedSet } from '../watched-set.ts';

/** What a chain is watched with. */
export interface Watcher {
  chain: LiveChain;
  node: EvmNode;
  ledger: WatchLedger;
  watched: WatchedSet;
  rules: WatchRules;
  memory: WatcherMemory;
  onView(view: ChainView, at: BlockRef): void;
  /** Called after each part of a step, which shows how far a failing step got. */
  onPart?(part: 'view' | 'blocks' | 'logs' | 'balances' | 'second look'): void;
  warn(message: string, error: unknown): void;
}

/** Kept from step to step. */
export interface WatcherMemory {
  /** Steps in a row that found a reorganisation deeper than final. */
  deepConflicts: number;
  /** A node could not tell balances after a block that is not new. */
  lacksOldStates: boolean;
}

export const newMemory = (): WatcherMemory => ({ deepConflicts: 0, lacksOldStates: false });

/** A cursor that has started. */
export interface Position extends HeldCursor {
  at: BlockRef;
}

/** The writes of a step that changes nothing. */
export function noWrites(position: Position): Writes {
  return {
    restart: false,
    at: position.at,
    finalNumber: position.finalNumber,
    finalizedNumber: position.finalizedNumber,
    newBlocks: [],
    abandonedAbove: null,
    arrivals: [],
    departures: [],
    haltReason: null,
  };
}
