import type { BlockRef, NewArrival, NewDeparture } from '../ledger-port.ts';
import { type BalanceLook, balanceFindings, withStep } from './balances.ts';
import { nameSenders } from './name-senders.ts';
import type { Watcher } from './watcher.ts';

const looksPerStep = 500;
/** Nodes keep the state of about the last 128 blocks, archive nodes that of all. */
const maxStateDepth = 64;

/** What a step has found without balances. */
interface Step {
  blocks: readonly BlockRef[];
  /** The newest block of the node. */
  head: number;
  arrivals: readonly NewArrival[];
  departures: readonly NewDeparture[];
}

interface Looked {
  addresses: string[];
  arrivals: NewArrival[];
  departures: NewDeparture[];
}

/**
 * Reads balances at the last block of a step, and finds the block in which the ones that differ changed: money must not
 * be late because the watcher was away. A node that cannot tell balances does not stop the chain: the addresses are
 * looked at again.
 */
export async function lookAtBalances(watcher: Watcher, step: Step): Promise<Looked | null> {
  const { memory, warn } = watcher;
  const last = step.blocks.at(-1);
  const isOld = last !== undefined && step.head - last.number >= maxStateDepth;
  if (!last || (isOld && memory.lacksOldStates)) return null;
  const addresses = watcher.watched.dueLooks(looksPerStep);
  if (addresses.length === 0) return null;
  try {
    return { addresses, ...(await findings(watcher, step, last, addresses)) };
  } catch (error) {
    warn('could not read balances', error);
    memory.lacksOldStates ||= isOld;
    return null;
  }
}

async function findings(watcher: Watcher, step: Step, last: BlockRef, addresses: readonly string[]) {
  const { chain, ledger } = watcher;
  const looks = await looksAt(watcher, last, addresses);
  const known = await ledger.nativeAt(chain.id, addresses);
  const expected = withStep(known, step.arrivals, step.departures);
  const differing = looks.filter(({ address, balance }) => balance !== (expected.get(address) ?? 0n));
  const changed = differing.map(({ address }) => address);
  const earlier: BalanceLook[] = [];
  for (const block of changed.length > 0 ? step.blocks.slice(0, -1) : [])
    earlier.push(...(await looksAt(watcher, block, changed)));
  const found = balanceFindings(chain, [...earlier, ...differing], {
    known,
    arrivals: step.arrivals,
    departures: step.departures,
  });
  const oldest = Math.max(0, step.head - maxStateDepth);
  const recorded = step.arrivals.flatMap(({ txHash }) => txHash ?? []);
  return { ...found, arrivals: await nameSenders(watcher, found.arrivals, { oldest, recorded }) };
}

async function looksAt(
  { node }: Watcher,
  block: BlockRef,
  addresses: readonly string[],
): Promise<BalanceLook[]> {
  const balances = await node.balances(block, addresses);
  return addresses.map((address, index) => ({ block, address, balance: balances[index] ?? 0n }));
}
