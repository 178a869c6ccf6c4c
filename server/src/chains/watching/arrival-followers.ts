import type { ChainId } from '../../lib/chains/registry.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Sql, TransactionSql } from '../../platform/db/client.ts';
import type { Wake } from '../../platform/jobs/wake.ts';

/**
 * Called in the transaction that stores changes of arrivals. Composed in `app/`, since watching does not know the features
 * above it.
 */
export interface ArrivalFollowers {
  /** Arrivals at these addresses were stored, became final or are gone. */
  arrivalsChanged(tx: TransactionSql, addresses: string[]): Promise<void>;
  /**
   * Which of these addresses belong to payments that are too large to be final by depth: all that came for a payment
   * counts together. Empty on chains that do not say what is finalized.
   */
  waitingForFinalized(tx: Sql, chain: ChainId, addresses: string[]): Promise<string[]>;
  /** Which of these addresses belong to payments whose money two nodes must show. Empty on chains with nodes of one host. */
  needingSecondNode(tx: Sql, chain: ChainId, addresses: string[]): Promise<string[]>;
  /** The chain goes back to a block. Called before its arrivals change. */
  blocksAbandoned(tx: Sql, chain: ChainId, above: number): Promise<void>;
}

/** Payments may have been credited, with events and mail. Call it after the commit. */
export function wakeAfterArrivals({ wake, clock }: { wake: Wake; clock: Clock }): void {
  for (const task of ['deliver-webhooks', 'send-emails', 'credit-payments', 'screen-money'] as const)
    wake.at(task, clock.now());
}
