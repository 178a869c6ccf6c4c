import { LogsMissing } from '../../rpc/rpc-error.ts';
import type { StepResult } from '../step-result.ts';
import { advance } from './advance.ts';
import { finalise } from './finalise.ts';
import { stepBack } from './reorganisation.ts';
import { mayStartAnew, start } from './start.ts';
import type { Position, Watcher } from './watcher.ts';

/**
 * So many blocks to finalise go before reading on: a chain may make blocks faster than a node answers, and catching up
 * must not pile them up.
 */
const maxUnfinal = 40;

/**
 * One step of a chain: reads, then one commit. Any error, crash or lost lease before the commit leaves everything as it
 * was, and the step is taken again.
 */
export async function takeStep(watcher: Watcher): Promise<StepResult> {
  const { chain, node, ledger, watched, rules } = watcher;
  const held = await ledger.take(chain.id);
  if (!held) return 'busy';
  if (held.haltedReason !== null) return 'halted';
  await watched.refresh();
  if (watched.size === 0) return 'unwatched';
  if (!held.at) return (await start(watcher, held)) ?? 'idle';
  const position: Position = { ...held, at: held.at };
  const view = await node.view(held.at.number, chain.finality.usesTag);
  watcher.onView(view, held.at);
  watcher.onPart?.('view');
  // A lagging node.
  if (!view.own) return 'idle';
  if (!rules.isOurs(held.at, view.own)) return stepBack(watcher, position);
  watcher.memory.deepConflicts = 0;
  if (await mayStartAnew(watcher, position, view)) {
    const started = await start(watcher, held);
    if (started) return started;
  }
  const isBehind = held.at.number - held.finalNumber > (chain.finality.depth ?? 0) + maxUnfinal;
  if (isBehind && (await finalise(watcher, position, view)) === 'more') return 'more';
  try {
    return (
      (await advance(watcher, position, view)) ?? (isBehind ? 'idle' : finalise(watcher, position, view))
    );
  } catch (error) {
    // Blocks that were read before become final, although the next one cannot be read.
    if (error instanceof LogsMissing) await finalise(watcher, position, view);
    throw error;
  }
}
