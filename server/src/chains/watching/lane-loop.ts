import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { stepSignal } from '../../lib/deadline.ts';
import { leaseMsOf, whileRenewing } from './lease.ts';
import type { StepResult } from './step-result.ts';
import { updateStandsBecause } from './store.ts';

/** Steps of one run. A chain that catches up needs many runs, and a shutdown is noticed between them. */
const maxSteps = 50;
const maxBackoffMs = 30_000;

/** One chain in one worker. */
export interface Lane {
  readonly chain: { readonly id: ChainId };
  nextPollMs: number;
  /** Steps until there is nothing to do, and plans the next poll. Never throws. */
  run(stopping: AbortSignal, isDraining: () => boolean): Promise<void>;
}

export function createLaneLoop(
  { db, metrics, clock, log }: Context,
  chain: { id: ChainId; pollMs: number },
  renew: () => Promise<void>,
  step: (signal: AbortSignal) => Promise<StepResult>,
): Lane {
  const { id } = chain;
  let failures = 0;
  let wasHalted = false;

  function noteHalted(isHalted: boolean): void {
    metrics.chains.halted.set({ chain: id }, isHalted ? 1 : 0);
    if (isHalted && !wasHalted)
      log.error({ chain: id }, 'chain halted: a final block was replaced. See chain_cursors.halted_reason');
    wasHalted = isHalted;
  }

  async function noteReason(error: unknown): Promise<void> {
    try {
      await updateStandsBecause(db, id, error instanceof Error ? error.message : String(error));
    } catch (failure) {
      log.error({ err: failure, chain: id }, 'could not record why the chain is not read');
    }
  }

  async function takeSteps(stopping: AbortSignal, isDraining: () => boolean): Promise<StepResult> {
    let result: StepResult = 'more';
    for (let steps = 0; result === 'more' && steps < maxSteps && !isDraining(); steps++) {
      result = await step(stepSignal(stopping));
      metrics.chains.steps.inc({ chain: id, result });
    }
    return result;
  }

  const lane: Lane = {
    chain,
    nextPollMs: 0,
    async run(stopping, isDraining) {
      try {
        const result = await whileRenewing(leaseMsOf(chain), renew, () => takeSteps(stopping, isDraining));
        noteHalted(result === 'halted');
        failures = 0;
        lane.nextPollMs = clock.nowMs() + (result === 'more' ? 0 : chain.pollMs);
      } catch (error) {
        failures++;
        metrics.chains.steps.inc({ chain: id, result: 'failed' });
        const backoffMs = Math.min(maxBackoffMs, chain.pollMs * 2 ** Math.min(failures, 10));
        lane.nextPollMs = clock.nowMs() + backoffMs;
        log.error({ err: error, chain: id, failures }, 'could not read the chain, will retry');
        await noteReason(error);
      }
    },
  };
  return lane;
}
