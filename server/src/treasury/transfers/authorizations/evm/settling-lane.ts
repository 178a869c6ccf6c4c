import type { Context } from '../../../../app/context.ts';
import { readDomain } from '../../../../chains/evm/authorization-reads.ts';
import type { SenderNode, SenderView } from '../../../../chains/evm/sender-node.ts';
import type { Signer } from '../../../../chains/evm/signer.ts';
import { upsertSettler } from '../../../../chains/setup/settlers.ts';
import { changeOfSettler } from '../../../../chains/wallets/wallets.ts';
import type { LiveChain } from '../../../../chains/watching/live-chain.ts';
import { laneOf, lookEveryMs, openSender, type SendingLane, workOnBatches } from '../../sending-lane.ts';
import { settlingLane } from '../../transfer.ts';
import { maxSettling } from '../limits.ts';
import { planAuthorizations } from './plan-authorizations.ts';

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
  const { address } = signer;
  const opened = openSender(ctx, chain, { vault, signer, key: 'settler' });

  async function step(lane: SendingLane, signal: AbortSignal): Promise<void> {
    const begun = await opened.begin(signal);
    if (!begun) return;
    const { sender, view } = begun;
    const refusal = (await changeOfSettler(ctx.db, address)) ?? (await opened.refusal());
    if (refusal === null && lane.nextLookMs <= clock.nowMs()) {
      lane.nextLookMs = clock.nowMs() + lookEveryMs;
      await noteSettler(ctx, chain, address, sender.node, view);
    }
    const limits = { maxFollowed: maxSettling, noteOpen: () => {} };
    const [problem] = await workOnBatches(
      sender,
      view,
      async () => (refusal === null ? [planAuthorizations] : []),
      limits,
    );
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
