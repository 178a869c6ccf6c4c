import type { Context } from '../../../app/context.ts';
import { readDomain } from '../../../chains/evm/authorization-reads.ts';
import { HeaderRun } from '../../../chains/evm/header-run.ts';
import { createEvmNode } from '../../../chains/evm/node.ts';
import { createSenderNode, type SenderNode, type SenderView } from '../../../chains/evm/sender-node.ts';
import type { Signer } from '../../../chains/evm/signer.ts';
import { upsertSettler } from '../../../chains/setup/settlers.ts';
import { cursorOf } from '../../../chains/watching/cursors.ts';
import type { LiveChain } from '../../../chains/watching/live-chain.ts';
import { rpcReports } from '../../../chains/watching/rpc-reports.ts';
import { settlingLane } from '../evm/batch-store.ts';
import type { Sender } from '../evm/sender.ts';
import { laneOf, lookEveryMs, type SendingLane, workOnBatches } from '../sending-lane.ts';
import { maxSettling, planAuthorizations } from './plan-authorizations.ts';

/** Gas of one payment by signature, with something to spare. */
const settleGas = 100_000n;
/** With gas for fewer payments than this, the operator is told. */
const lowBelow = 50n;

/**
 * Sends payments that customers signed, from a key that holds gas and nothing else. Batches, nonces, replacements and
 * receipts are those of every transfer.
 */
export function createSettlingLane(
  ctx: Context,
  chain: LiveChain,
  vault: string,
  signer: Signer,
): SendingLane {
  const { clock } = ctx;
  const rpc = ctx.openRpc({
    urls: chain.rpcUrls,
    chainId: chain.chainId,
    nowMs: clock.nowMs,
    ...rpcReports(ctx, chain.id),
  });
  const headers = new HeaderRun();
  const sentAtMs = new Map<string, number>();

  async function step(lane: SendingLane, signal: AbortSignal): Promise<void> {
    const cursor = await cursorOf(ctx.db, chain.id);
    if (cursor?.halted_reason) return;
    const node = createSenderNode(rpc, signal);
    const reads = createEvmNode(rpc, chain.multicall, signal);
    const fence = cursor?.fence ?? null;
    const own = { vault, signer, isSettling: true, headers, sentAtMs };
    const sender: Sender = { ctx, chain, node, reads, fence, ...own };
    const view = await node.view(signer.address, chain.finality.usesTag);
    if (lane.nextLookMs <= clock.nowMs()) {
      lane.nextLookMs = clock.nowMs() + lookEveryMs;
      await noteSettler(ctx, chain, signer.address, node, view);
    }
    const limits = { maxFollowed: maxSettling, noteOpen: () => {} };
    const [problem] = await workOnBatches(sender, view, async () => [planAuthorizations], limits);
    if (problem !== undefined) throw problem;
  }

  return laneOf(ctx, chain, step, settlingLane(chain.id));
}

/** Tells other processes that this chain takes payments by signature, and what one costs. */
async function noteSettler(
  ctx: Context,
  chain: LiveChain,
  address: string,
  node: SenderNode,
  view: SenderView,
): Promise<void> {
  const contract = chain.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? null;
  const domain = contract === null ? null : await readDomain(node, contract, chain.chainId);
  const cost = settleGas * (view.baseFee + view.tip);
  const row = {
    chain: chain.id,
    address,
    noted_at: ctx.clock.now(),
    units: view.balance.toString(),
    settle_units: cost.toString(),
    contract: domain === null ? null : contract,
    domain_name: domain?.name ?? null,
    domain_version: domain?.version ?? null,
  };
  await upsertSettler(ctx.db, row, view.balance < cost * lowBelow);
}
