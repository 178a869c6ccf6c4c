import { inParallel } from '../../chains/solana/node.ts';
import type { UnfinalArrival } from './slot-ledger-port.ts';
import type { SolanaWatcher } from './solana-watcher.ts';

/** A node's index of transactions can lag behind its blocks by this much. */
const indexLagSlots = 32;

export interface Settled {
  finalizedSlot: number;
  final: UnfinalArrival[];
  gone: UnfinalArrival[];
}

/**
 * What became of arrivals that were not final. `finalized` is evidence whichever node says it. That a transaction is gone
 * is believed only when the finalized history of its account, as of a slot well above its own, does not have it: no
 * status proves nothing, since the node that was asked may lag.
 */
export async function settle({ node, ledger, rules }: SolanaWatcher): Promise<Settled> {
  const finalizedSlot = await node.finalizedSlot();
  const unfinal = await ledger.unfinal();
  if (!rules.settles) return { finalizedSlot, final: unfinal, gone: [] };
  const statuses = await node.statuses(unfinal.map(({ signature }) => signature));
  const isFinal = (arrival: UnfinalArrival, index: number) => {
    const status = statuses[index];
    return status?.isFinalized === true && !status.isFailed && status.slot === arrival.slot;
  };
  const final = unfinal.filter(isFinal);
  const overdue = unfinal.filter(
    (arrival, index) => !isFinal(arrival, index) && arrival.slot + indexLagSlots <= finalizedSlot,
  );
  const lost = await inParallel(overdue, async (arrival) => {
    const wanted = { commitment: 'finalized', atLeast: finalizedSlot, downTo: arrival.slot } as const;
    const history = await node.history(arrival.account, wanted);
    const isThere = history?.some(
      ({ signature, slot, isFailed }) =>
        signature === arrival.signature && slot === arrival.slot && !isFailed,
    );
    return isThere === false;
  });
  return { finalizedSlot, final, gone: overdue.filter((_, index) => lost[index]) };
}
