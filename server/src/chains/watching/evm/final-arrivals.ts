import type { Context } from '../../../app/context.ts';
import type { ChainId } from '../../../lib/chains/registry.ts';
import type { Sql } from '../../../platform/db/client.ts';
import { finaliseArrivals, selectFinalByDepth } from '../arrival-store.ts';
import { selectUnconfirmedAddresses } from '../quorum-store.ts';

/**
 * Makes arrivals up to a block final, without those of payments so large that they wait for `finalized`, or for a second node,
 * or for an answer of screening.
 * Returns addresses.
 */
export async function makeFinal(
  { followers, screening }: Pick<Context, 'followers' | 'screening'>,
  tx: Sql,
  chain: ChainId,
  finalNumber: number,
  finalizedNumber: number,
): Promise<string[]> {
  const byDepth = await selectFinalByDepth(tx, chain, finalNumber, finalizedNumber);
  const waiting = byDepth.length > 0 ? await followers.waitingForFinalized(tx, chain, byDepth) : [];
  const unconfirmed = await selectUnconfirmedAddresses(tx, chain, finalNumber);
  const compared = unconfirmed.length > 0 ? await followers.needingSecondNode(tx, chain, unconfirmed) : [];
  return finaliseArrivals(tx, chain, finalNumber, finalizedNumber, {
    waiting,
    compared,
    isScreened: screening.covers(chain),
  });
}
