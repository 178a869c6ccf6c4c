import type { ChainView } from '../../evm/node.ts';
import type { Block, Log } from '../../rpc/answers.ts';
import type { BlockRef, NewArrival } from '../ledger-port.ts';
import type { StepResult } from '../step-result.ts';
import {
  arrivalsIn,
  departuresIn,
  nativeArrival,
  transferFilters,
  valueTransfers,
} from './arrivals-in-block.ts';
import { lookAtBalances } from './looks.ts';
import { noWrites, type Position, type Watcher } from './watcher.ts';

const maxHeaders = 100;
const maxFullBlocks = 25;
/** More new blocks than this are read by range: one request instead of one for each block. */
const maxByHash = 4;

/** Reads on from the cursor. Null when the node has nothing new. */
export async function advance(
  watcher: Watcher,
  position: Position,
  view: ChainView,
): Promise<StepResult | null> {
  const { chain, node, ledger, watched, rules } = watcher;
  const { at } = position;
  const isFull = watched.expectsNative();
  const to = Math.min(view.latest.number, at.number + (isFull ? maxFullBlocks : maxHeaders));
  if (to <= at.number) return null;
  const blocks = rules.linked(at, await node.blocks(at.number + 1, to, isFull));
  const last = blocks.at(-1);
  // Another branch. If the node stays on it, the next step goes back.
  if (!last) return 'idle';
  // After the blocks were made: an address that is shown before a payment is in the list before its block.
  await watched.refresh();
  if (watched.expectsNative() && !isFull) return 'more';
  const refs = blocks.map(({ number, hash, time }): BlockRef => ({ number, hash, time }));
  const logs = await readLogs(watcher, refs);
  const arrivals = [
    ...arrivalsIn(chain, watched, refs, logs),
    ...(isFull ? await readNative(watcher, blocks) : []),
  ];
  const departures = departuresIn(chain, watched, refs, logs);
  const looked = await lookAtBalances(watcher, {
    blocks: refs,
    head: view.latest.number,
    arrivals,
    departures,
  });
  const end = { number: last.number, hash: last.hash, time: last.time };
  const isDone = await ledger.commit(position, {
    ...noWrites(position),
    at: end,
    newBlocks: refs,
    arrivals: [...arrivals, ...(looked?.arrivals ?? [])],
    departures: [...departures, ...(looked?.departures ?? [])],
  });
  if (isDone && looked) watched.looked(looked.addresses);
  return 'more';
}

function readLogs({ chain, node, watched }: Watcher, blocks: readonly BlockRef[]): Promise<Log[]> {
  const [first] = blocks;
  const last = blocks.at(-1);
  const filters = transferFilters(chain, watched);
  if (!first || !last || filters.length === 0) return Promise.resolve([]);
  if (blocks.length > maxByHash) return node.logsBetween(first.number, last, filters);
  return node.logsOf(
    blocks.map(({ hash }) => hash),
    filters,
  );
}

async function readNative(
  { chain, node, watched }: Watcher,
  blocks: readonly Block[],
): Promise<NewArrival[]> {
  const arrivals: NewArrival[] = [];
  for (const block of blocks) {
    const candidates = valueTransfers(watched, [block]);
    if (candidates.length === 0) continue;
    const hashes = candidates.map(({ transaction }) => transaction.hash);
    const succeeded = await node.succeeded(block, hashes);
    for (const candidate of candidates)
      if (succeeded.has(candidate.transaction.hash)) arrivals.push(nativeArrival(chain, candidate));
  }
  return arrivals;
}
