import { minuteMs } from '../../../lib/durations.ts';
import type { ChainView, EvmNode } from '../../evm/node.ts';
import type { HeldCursor } from '../ledger-port.ts';
import type { Finality } from '../live-chain.ts';
import type { StepResult } from '../step-result.ts';
import type { Position, Watcher } from './watcher.ts';

/** Nobody knows an address before it is registered. The margin is for clocks that differ. */
export const marginMs = 15 * minuteMs;
/** Fewer blocks than this are read one by one instead of skipped. */
const minSkipped = 1000;

/** Whether nothing was watched in all the blocks since the cursor, so that they need not be read. */
export async function mayStartAnew(
  { chain, ledger, watched }: Watcher,
  { at }: Position,
  { latest }: ChainView,
): Promise<boolean> {
  if (latest.number - at.number < minSkipped) return false;
  const earliest = watched.earliestRegistration();
  if (!earliest || earliest.getTime() - marginMs <= at.time.getTime()) return false;
  return !(await ledger.hasUnfinal(chain.id));
}

/** Puts the cursor on a final block from before the first address was registered. Null when there is none yet. */
export async function start(
  { chain, node, ledger, watched }: Watcher,
  held: HeldCursor,
): Promise<StepResult | null> {
  const earliest = watched.earliestRegistration();
  if (!earliest) return 'unwatched';
  const latest = await node.header('latest');
  const finalized = chain.finality.usesTag ? await node.header('finalized') : null;
  if (!latest) return null;
  const newest = newestStart(chain.finality, latest.number, finalized?.number ?? 0);
  const before = earliest.getTime() - marginMs;
  const number = await lastBlockBefore(node, before, Math.max(held.at?.number ?? 0, 0), newest);
  const block = await node.header(number);
  if (!block || (held.at && block.number <= held.at.number)) return null;
  await ledger.commit(held, {
    restart: true,
    at: { number: block.number, hash: block.hash, time: block.time },
    finalNumber: block.number,
    finalizedNumber: Math.min(block.number, finalized?.number ?? block.number),
    newBlocks: [{ number: block.number, hash: block.hash, time: block.time }],
    abandonedAbove: null,
    arrivals: [],
    departures: [],
    haltReason: null,
  });
  return 'more';
}

function newestStart({ depth, usesTag }: Finality, latest: number, finalized: number): number {
  const byDepth = depth === null ? 0 : latest - depth;
  return Math.max(0, byDepth, usesTag ? Math.min(finalized, latest) : 0);
}

/** The newest block up to `high` that is not newer than `beforeMs`; `low` when all are. */
export async function lastBlockBefore(
  node: EvmNode,
  beforeMs: number,
  low: number,
  high: number,
): Promise<number> {
  const isBefore = async (number: number) =>
    ((await node.header(number))?.time.getTime() ?? Number.POSITIVE_INFINITY) <= beforeMs;
  // Backwards in growing strides first: the block is usually near the head.
  let [known, above] = [high, high + 1];
  for (let stride = 1; known > low && !(await isBefore(known)); stride *= 2) {
    above = known;
    known = Math.max(low, known - stride);
  }
  while (above - known > 1) {
    const middle = Math.floor((known + above) / 2);
    if (await isBefore(middle)) known = middle;
    else above = middle;
  }
  return known;
}
