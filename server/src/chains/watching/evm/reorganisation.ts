import type { Header } from '../../rpc/answers.ts';
import type { BlockRef } from '../ledger-port.ts';
import { forkPoint } from '../rules.ts';
import type { StepResult } from '../step-result.ts';
import { noWrites, type Position, type Watcher } from './watcher.ts';

const headersAtOnce = 50;
/** A node that errs once must not stop a chain, so a conflict with a final block is seen this often first. */
const conflictsToHalt = 3;

/** Goes back to the newest block that the node shares. Halts when that is below the final one. */
export async function stepBack(watcher: Watcher, position: Position): Promise<StepResult> {
  const { chain, node, ledger } = watcher;
  const { at, finalNumber } = position;
  for (let high = at.number; high >= finalNumber; high -= headersAtOnce) {
    const low = Math.max(finalNumber, high - headersAtOnce + 1);
    const ours = await ledger.blocksBetween(chain.id, low, high);
    const theirs = await node.blocks(low, high, false);
    // A node that does not have these blocks lags; it says nothing about them.
    if (theirs.length === 0) return 'idle';
    const fork = forkPoint(ours, theirs);
    if (fork) return isEvident(fork, high, at, theirs) ? goBack(watcher, position, fork) : 'idle';
  }
  return judgeDeepConflict(watcher, position);
}

/**
 * The node must have another block right after the fork. Else it only lags, or another node answers than the one that
 * had a different head. Below the first round, the block after `high` is known to differ.
 */
function isEvident(fork: BlockRef, high: number, at: BlockRef, theirs: readonly Header[]): boolean {
  if (fork.number === high) return high < at.number;
  return theirs.some(({ number }) => number === fork.number + 1);
}

async function goBack(watcher: Watcher, position: Position, fork: BlockRef): Promise<StepResult> {
  await watcher.ledger.commit(position, { ...noWrites(position), at: fork, abandonedAbove: fork.number });
  return 'more';
}

async function judgeDeepConflict(watcher: Watcher, position: Position): Promise<StepResult> {
  const { chain, node, ledger, memory } = watcher;
  const { finalNumber } = position;
  memory.deepConflicts++;
  if (memory.deepConflicts < conflictsToHalt) return 'idle';
  const [ours] = await ledger.blocksBetween(chain.id, finalNumber, finalNumber);
  const opinions = (await node.opinions(finalNumber)).filter((header) => header !== null);
  if (opinions.length === 0 || opinions.some(({ hash }) => hash === ours?.hash)) return 'idle';
  const haltReason = `block ${finalNumber} was final as ${ours?.hash} and is ${opinions[0]?.hash} now`;
  await ledger.commit(position, { ...noWrites(position), haltReason });
  return 'halted';
}
