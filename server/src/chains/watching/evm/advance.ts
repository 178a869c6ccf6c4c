import type { ChainView } from '../../evm/node.ts';
import { areBusy, type Shown, shownLogs } from '../../evm/shown-logs.ts';
import type { Block } from '../../rpc/answers.ts';
import type { BlockRef, NewArrival } from '../ledger-port.ts';
import type { StepResult } from '../step-result.ts';
import {
  arrivalsIn,
  departuresIn,
  mayHideLogs,
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
  const linked = rules.linked(at, await node.blocks(at.number + 1, to, isFull));
  watcher.onPart?.('blocks');
  // The node is on another branch. If it stays there, the next step goes back along ours.
  if (linked.length === 0) return 'idle';
  // After the blocks were made: an address that is shown before a payment is in the list before its block.
  await watched.refresh();
  if (watched.expectsNative() && !isFull) return 'more';
  const { blocks, logs, problem } = await readLogs(watcher, linked);
  const refs = blocks.map(({ number, hash, time }): BlockRef => ({ number, hash, time }));
  const last = refs.at(-1);
  if (!last) throw problem ?? new Error('blocks were read without their logs');
  const arrivals = [
    ...arrivalsIn(chain, watched, refs, logs),
    ...(isFull ? await readNative(watcher, blocks) : []),
  ];
  const departures = departuresIn(chain, watched, refs, logs);
  watcher.onPart?.('logs');
  const looked = await lookAtBalances(watcher, {
    blocks: refs,
    head: view.latest.number,
    arrivals,
    departures,
  });
  watcher.onPart?.('balances');
  const isDone = await ledger.commit(position, {
    ...noWrites(position),
    at: last,
    newBlocks: refs,
    arrivals: [...arrivals, ...(looked?.arrivals ?? [])],
    departures: [...departures, ...(looked?.departures ?? [])],
  });
  if (isDone && looked) watched.looked(looked.addresses);
  return 'more';
}

/** The logs that concern us, up to the first block whose logs no node can show. */
async function readLogs(
  { chain, node, watched, rules }: Watcher,
  blocks: readonly Block[],
): Promise<Shown<Block>> {
  const [first] = blocks;
  const last = blocks.at(-1);
  const filters = transferFilters(chain, watched, areBusy(blocks));
  if (!first || !last || filters.length === 0) return { blocks: [...blocks], logs: [], problem: null };
  const hashes = blocks.map(({ hash }) => hash);
  const answered =
    blocks.length > maxByHash
      ? await node.logsBetween(first.number, last, filters)
      : await node.logsOf(hashes, filters);
  return rules.showsLogs
    ? shownLogs(node, blocks, answered, mayHideLogs(chain, watched))
    : { blocks: [...blocks], logs: answered, problem: null };
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
