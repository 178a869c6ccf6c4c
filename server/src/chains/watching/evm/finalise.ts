import type { ChainView } from '../../evm/node.ts';
import type { Header } from '../../rpc/answers.ts';
import { verifiedFinalized } from '../rules.ts';
import type { StepResult } from '../step-result.ts';
import { arrivalsIn, departuresIn, transferFilters } from './arrivals-in-block.ts';
import { noWrites, type Position, type Watcher } from './watcher.ts';

const maxBlocks = 500;

/**
 * The second look: reads the logs of blocks that become final again, since nodes answer with logs missing while their
 * index is incomplete, and moves the final block.
 */
export async function finalise(watcher: Watcher, position: Position, view: ChainView): Promise<StepResult> {
  const { chain, ledger, rules } = watcher;
  const finalizedNumber = await readFinalized(watcher, position, view.finalized);
  const reached = rules.finalTarget(chain.finality, position.at.number, finalizedNumber);
  const target = Math.min(reached, position.finalNumber + maxBlocks, position.at.number);
  if (target <= position.finalNumber && finalizedNumber === position.finalizedNumber) return 'idle';
  const finalNumber = Math.max(target, position.finalNumber);
  const late =
    finalNumber > position.finalNumber
      ? await lookAgain(watcher, position.finalNumber + 1, finalNumber)
      : { arrivals: [], departures: [] };
  watcher.onPart?.('second look');
  await ledger.commit(position, { ...noWrites(position), finalNumber, finalizedNumber, ...late });
  return 'more';
}

async function readFinalized(
  { chain, ledger }: Watcher,
  position: Position,
  reported: Header | null,
): Promise<number> {
  if (!reported) return position.finalizedNumber;
  // The node has our block at the cursor, and its finalized one is above: all that is verified is finalized.
  if (reported.number > position.at.number) return Math.max(position.finalizedNumber, position.at.number);
  const ours = await ledger.blocksBetween(chain.id, reported.number, reported.number);
  return verifiedFinalized(position, reported, ours);
}

async function lookAgain({ chain, node, ledger, watched, rules }: Watcher, from: number, to: number) {
  const blocks = await ledger.blocksBetween(chain.id, from, to);
  const last = blocks.at(-1);
  if (!last || blocks.length !== to - from + 1) throw new Error(`blocks ${from} to ${to} are not all known`);
  const filters = transferFilters(chain, watched, false);
  const reads = rules.looksTwice && filters.length > 0;
  const logs = reads ? await node.logsBetween(from, last, filters) : [];
  return {
    arrivals: arrivalsIn(chain, watched, blocks, logs),
    departures: departuresIn(chain, watched, blocks, logs),
  };
}
