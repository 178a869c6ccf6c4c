import type { AppContext } from '../../src/app/routes.ts';
import { createEvmNode } from '../../src/chains/evm/node.ts';
import { rescan, watchedNow } from '../../src/chains/watching/evm/rescan.ts';
import { planResume, resumeChain } from '../../src/chains/watching/evm/resume-chain.ts';
import {
  type Address,
  ancestor,
  canonical,
  type ModelBlock,
  type PaymentTransaction,
} from '../chain/block.ts';
import type { ModelChain } from '../chain/model-chain.ts';
import { keptOf, lower } from '../chain/vault-model.ts';
import { multicall, vault } from '../operator.ts';
import type { World } from '../world.ts';

/** Has money of the operator's own. */
const ownWallet: Address = `0x${'0b'.repeat(20)}`;

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

  /** A node has lied about transfers of tokens, which show in no balance that is looked at. */
  get hasToRead(): boolean {
    return !this.#isBusy && this.#world.lies.unread.size > 0;
  }

  /** Reads their blocks again, as `causeway chains rescan` does. Those that are not final yet come with the next look. */
  readAgain(ctx: AppContext): void {
    this.#isBusy = true;
    this.#readAll(ctx).finally(() => {
      this.#isBusy = false;
    });
  }

  async #readAll(ctx: AppContext): Promise<void> {
    for (const [transaction, chain] of this.#world.lies.unread)
      await this.#read(ctx, transaction, chain).catch(() => {});
  }

  async #read(ctx: AppContext, transaction: PaymentTransaction, { tip, facts }: ModelChain): Promise<void> {
    let block: ModelBlock | null = tip;
    while (block && !block.transactions.includes(transaction)) block = block.parent;
    const number = block?.number;
    const chain = ctx.liveChains.evm().find(({ id }) => id === facts.id);
    if (number !== undefined && chain) {
      const rpc = ctx.openRpc({ urls: chain.rpcUrls, chainId: chain.chainId, nowMs: ctx.clock.nowMs });
      const node = createEvmNode(rpc, multicall);
      const watched = await watchedNow(ctx, chain);
      for await (const { found } of rescan(ctx, chain, node, watched, { from: number, to: number }))
        this.#world.trace.add(`operator reads block ${number} of ${facts.id} again: ${found}`);
    }
    this.#world.lies.wasRead(transaction);
  }

  get isMissing(): boolean {
    return this.#world.chains.some((chain) => missingOn(chain) > 0n);
  }

  /**
   * A token has kept a part of sweeps, and the service says that less is there than in the ledger: sends to the vault what is missing,
   * as the guide of the alarm says.
   */
  async makeUp(): Promise<void> {
    const told = await this.#world.database.query<{ chain: string }>(
      'select chain from ledger_reconciliations where payouts_stopped_at is not null',
    );
    for (const chain of this.#world.chains) {
      const units = missingOn(chain);
      if (units === 0n || !told.some((one) => one.chain === chain.facts.id)) continue;
      this.#world.trace.add(`operator makes up for ${units} on ${chain.facts.id}`);
      chain.submit({
        ...{ kind: 'payment', hash: chain.hash(), from: ownWallet, to: lower(vault) },
        ...{ token: chain.facts.usdc, units, isInternal: false, isReverted: false },
      });
    }
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

/** What a token has kept for good, and nobody has sent since. */
function missingOn({ tip, facts, mempool }: ModelChain): bigint {
  const kept = keptOf((ancestor(tip, tip.number - facts.finalizedAfter) ?? tip).state, facts.usdc);
  if (kept === 0n) return 0n;
  const sent = [...canonical(tip).flatMap(({ transactions }) => transactions), ...mempool];
  return sent.reduce(
    (left, one) => (one.kind === 'payment' && one.from === ownWallet ? left - one.units : left),
    kept,
  );
}
