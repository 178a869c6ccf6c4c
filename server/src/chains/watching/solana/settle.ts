import { inParallel } from '../../solana/node.ts';
import type { UnfinalArrival } from './slot-ledger-port.ts';
import type { SolanaWatcher } from './solana-watcher.ts';

/** A node's index of transactions can lag behind its blocks by this much. */
const indexLagSlots = 32;

export interface Settled {
  finalizedSlot: number;
  final: UnfinalArrival[];
  gone: UnfinalArrival[];
  /** The node that was asked does not have them in their block. It may lag, or a fork dropped them. */
  doubtful: UnfinalArrival[];
}

/**
 * What became of arrivals that were not final. `finalized` is evidence whichever node says it. That a transaction is gone
 * is believed only when the finalized history of its account, as of a slot well above its own, does not have it: no
 * status proves nothing, since the node that was asked may lag.
 */
export async function settle(
  { node, rules }: SolanaWatcher,
  unfinal: readonly UnfinalArrival[],
): Promise<Settled> {
  const finalizedSlot = await node.finalizedSlot();
  if (!rules.settles) return { finalizedSlot, final: [...unfinal], gone: [], doubtful: [] };
  const statuses = await node.statuses(unfinal.map(({ signature }) => signature));
  const isThere = ({ slot }: UnfinalArrival, index: number) =>
    statuses[index]?.slot === slot && !statuses[index]?.isFailed;
  const doubtful = unfinal.filter((arrival, index) => !isThere(arrival, index));
  const overdue = doubtful.filter(({ slot }) => slot + indexLagSlots <= finalizedSlot);
  const lost = await inParallel(overdue, async ({ account, slot, signature }) => {
    const wanted = { commitment: 'finalized', atLeast: finalizedSlot, downTo: slot } as const;
    const history = await node.history(account, wanted);
    return !history.some((one) => one.signature === signature && one.slot === slot);
  });
  const gone = overdue.filter((_, index) => lost[index]);
  return {
    finalizedSlot,
    final: unfinal.filter((arrival, index) => isThere(arrival, index) && statuses[index]?.isFinalized),
    gone,
    doubtful: doubtful.filter((arrival) => !gone.includes(arrival)),
  };
}
