import type { Context } from '../../app/context.ts';
import { HeaderRun } from '../../chains/evm/header-run.ts';
import { createEvmNode } from '../../chains/evm/node.ts';
import { createSenderNode, type SenderView } from '../../chains/evm/sender-node.ts';
import type { Signer } from '../../chains/evm/signer.ts';
import { createSignerWatch } from '../../chains/signers/watch-signer.ts';
import { changeOfOperator } from '../../chains/wallets/wallets.ts';
import { cursorOf } from '../../chains/watching/cursors.ts';
import type { LiveChain } from '../../chains/watching/live-chain.ts';
import { rpcReports } from '../../chains/watching/rpc-reports.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { stepSignal } from '../../lib/deadline.ts';
import { type BatchRow, selectOpenBatches } from './evm/batch-store.ts';
import { marketFees } from './evm/fees.ts';
import { followBatch } from './evm/follow-batch.ts';
import { planCalls } from './evm/plan-calls.ts';
import { planPayments } from './evm/plan-payments.ts';
import { planSweeps, requestWorthySweeps } from './evm/plan-sweeps.ts';
import type { Sender } from './evm/sender.ts';
import { hasPaidUnknown } from './evm/unknown-on-evm.ts';
import { createAlarms } from './gas-alarms.ts';
import { putOffDue } from './refused-signatures.ts';

/** Gas of a batch with one payment. */
const gasPerTransfer = 120_000n;
const maxBackoffMs = 30_000;
const maxFollowed = 20;
/** How often gas and unswept deposits are checked while idle. */
export const lookEveryMs = 60_000;

/**
 * Follows all batches and returns the errors: one that fails, for example on pruned node state, must not block the
 * others.
 */
async function followEach(
  sender: Sender,
  batches: readonly BatchRow[],
  view: SenderView,
): Promise<unknown[]> {
  const problems: unknown[] = [];
  for (const batch of batches)
    await followBatch(sender, batch, view).catch((error: unknown) => problems.push(error));
  return problems;
}

/**
 * Follows open batches, then plans new ones and follows these. Errors of open and of new batches must not block each other:
 * they are returned.
 */
export async function workOnBatches(
  sender: Sender,
  view: SenderView,
  plansNow: () => Promise<((sender: Sender, view: SenderView) => Promise<void>)[]>,
  { maxFollowed, noteOpen }: { maxFollowed: number; noteOpen: (open: readonly BatchRow[]) => void },
): Promise<unknown[]> {
  const { ctx, chain, isSettling } = sender;
  const selectOpen = () => selectOpenBatches(ctx.db, chain.id, isSettling, maxFollowed);
  const open = await selectOpen();
  noteOpen(open);
  const problems = await followEach(sender, open, view);
  for (const plan of await plansNow())
    await plan(sender, view).catch((error: unknown) => problems.push(error));
  const known = new Set(open.map(({ batch_id }) => batch_id));
  const added = (await selectOpen()).filter(({ batch_id }) => !known.has(batch_id));
  return [...problems, ...(await followEach(sender, added, view))];
}

/** The sending loop of one chain in one worker. Workers need no lease: row locks and unique nonces keep them apart. */
export interface SendingLane {
  /** The chain's id, or `settlingLane` of it. */
  readonly name: string;
  readonly chain: { readonly id: ChainId; readonly pollMs: number };
  /** When open batches are followed next. */
  nextPollMs: number;
  /** When gas and unswept deposits are checked next. */
  nextLookMs: number;
  /** Never throws. */
  run(stopping: AbortSignal): Promise<void>;
}

/** What a lane sends with. */
interface OpenSender {
  /** What each step begins with. Null while the chain is halted: it replaced final blocks, so nothing it reports is trusted. */
  begin(signal: AbortSignal): Promise<{ sender: Sender; view: SenderView } | null>;
  /** Why the signer does not sign now; null if it does. */
  refusal(): Promise<string | null>;
}

/** Opens the chain's nodes for a signer, and watches what it does. */
export function openSender(
  ctx: Context,
  chain: LiveChain,
  { vault, signer, key }: { vault: string; signer: Signer; key: 'operator' | 'settler' },
): OpenSender {
  const { kind, address } = signer;
  const watch = createSignerWatch(ctx, { chain: chain.id, key, kind, address });
  const watched: Signer = { ...signer, sign: (transaction) => watch.run(() => signer.sign(transaction)) };
  const own = { vault, signer: watched, isSettling: key === 'settler' };
  const { nowMs } = ctx.clock;
  const { rpcUrls: urls, chainId } = chain;
  const rpc = ctx.openRpc({ urls, chainId, nowMs, ...rpcReports(ctx, chain.id) });
  const kept = { headers: new HeaderRun(), sentAtMs: new Map<string, number>() };
  return {
    async begin(signal) {
      const cursor = await cursorOf(ctx.db, chain.id);
      if (cursor?.halted_reason) return null;
      const node = createSenderNode(rpc, chain, signal);
      const reads = createEvmNode(rpc, chain.multicall, signal);
      const sender: Sender = { ctx, chain, ...own, ...kept, node, reads, fence: cursor?.fence ?? null };
      return { sender, view: await node.view(address, chain.finality.usesTag) };
    },
    refusal: () => watch.refusal(signer.probe),
  };
}

export function createSendingLane(
  ctx: Context,
  chain: LiveChain,
  vault: string,
  signer: Signer,
): SendingLane {
  const { clock } = ctx;
  const { address } = signer;
  const alarms = createAlarms(ctx, chain, address);
  const opened = openSender(ctx, chain, { vault, signer, key: 'operator' });

  async function step(lane: SendingLane, signal: AbortSignal): Promise<void> {
    const begun = await opened.begin(signal);
    if (!begun) return;
    const { sender, view } = begun;
    await alarms.noteGas(view.balance, gasPerTransfer * marketFees(view).maxFee);
    const problems: unknown[] = [];
    if (lane.nextLookMs <= clock.nowMs()) {
      lane.nextLookMs = clock.nowMs() + lookEveryMs;
      await requestWorthySweeps(sender, view);
      await hasPaidUnknown(sender, view).catch((error: unknown) => problems.push(error));
    }
    const plans = async () => {
      const refusal = (await changeOfOperator(ctx.db, address)) ?? (await opened.refusal());
      if (refusal === null) return [planSweeps, planPayments, planCalls];
      await putOffDue(ctx, chain, refusal);
      return [];
    };
    const { noteOpen } = alarms;
    problems.push(...(await workOnBatches(sender, view, plans, { maxFollowed, noteOpen })));
    if (problems.length > 0) throw problems[0];
  }

  return laneOf(ctx, chain, step);
}

/** Runs steps with a deadline, and backs off exponentially on consecutive failures. */
export function laneOf(
  { clock, log }: Context,
  chain: SendingLane['chain'],
  step: (lane: SendingLane, signal: AbortSignal) => Promise<void>,
  name: string = chain.id,
): SendingLane {
  let failures = 0;
  const lane: SendingLane = {
    name,
    chain,
    nextPollMs: 0,
    nextLookMs: 0,
    async run(stopping) {
      try {
        await step(lane, stepSignal(stopping));
        failures = 0;
        lane.nextPollMs = clock.nowMs() + chain.pollMs;
      } catch (error) {
        failures++;
        const backoffMs = Math.min(maxBackoffMs, chain.pollMs * 2 ** Math.min(failures, 10));
        lane.nextPollMs = clock.nowMs() + backoffMs;
        lane.nextLookMs = Math.max(lane.nextLookMs, lane.nextPollMs);
        log.error(
          { err: error, chain: chain.id, lane: name, failures },
          'could not send transfers, will retry',
        );
      }
    },
  };
  return lane;
}
