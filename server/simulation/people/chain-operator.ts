import type { AppContext } from '../../src/app/routes.ts';
import { createEvmNode } from '../../src/chains/evm/node.ts';
import { planResume, resumeChain } from '../../src/chains/watching/evm/resume-chain.ts';
import type { ModelChain } from '../chain/model-chain.ts';
import { multicall } from '../operator.ts';
import type { World } from '../world.ts';

/** Whoever runs the service: lets chains go on that halted, as `causeway chains resume` does. */
export class ChainOperator {
  readonly #world: World;
  #isBusy = false;

  constructor(world: World) {
    this.#world = world;
  }

  /** Nothing halts before final blocks were replaced. */
  get isNeeded(): boolean {
    return !this.#isBusy && this.#world.chains.some(({ isDeeplyReorganised }) => isDeeplyReorganised);
  }

  look(ctx: AppContext): void {
    this.#isBusy = true;
    this.#world.trace.add('operator looks');
    // What fails is tried again with the next look.
    this.#resumeAll(ctx)
      .catch(() => {})
      .finally(() => {
        this.#isBusy = false;
      });
  }

  /** The process that it was done with died. */
  lostAnswers(): void {
    this.#isBusy = false;
  }

  async #resumeAll(ctx: AppContext): Promise<void> {
    for (const chain of this.#world.chains) if (chain.isDeeplyReorganised) await this.#resume(ctx, chain);
  }

  async #resume(ctx: AppContext, { facts: { id, chainId, settings } }: ModelChain): Promise<void> {
    const rpc = ctx.openRpc({ urls: settings.rpcUrls, chainId, nowMs: ctx.clock.nowMs });
    const plan = await planResume(ctx.db, createEvmNode(rpc, multicall), id);
    if (!plan) return;
    this.#world.trace.add(`operator resumes ${id} at ${plan.fork.number}`);
    await resumeChain(ctx, id, plan);
  }
}
