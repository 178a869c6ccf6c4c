import type { Context } from '../../../../app/context.ts';
import { upsertSettler } from '../../../../chains/setup/settlers.ts';
import type { SolanaSigner } from '../../../../chains/solana/solana-signer.ts';
import { tokenAccountOf } from '../../../../chains/solana/token-account.ts';
import type { SolanaLiveChain } from '../../../../chains/watching/solana/solana-watcher.ts';
import { soonMs } from '../../retry-delays.ts';
import { laneOf, lookEveryMs, type SendingLane } from '../../sending-lane.ts';
import { followBatches } from '../../solana/follow-batch.ts';
import { openSolanaSender, type SolanaSender, solanaRules } from '../../solana/solana-sender.ts';
import { selectOpenSolana } from '../../solana/solana-store.ts';
import { settlingLane } from '../../transfer.ts';
import { planSettlements } from './plan-settlements.ts';

/** Lamports for the payer's signature and the fee payer's, and for the compute price of most wallets. */
const settleFee = 12_000n;

/**
 * Sends payments that customers signed, with the fee payer's signature. Apart from the lane of all other transfers: a
 * blockhash lives for a minute, and what is slow there must not use it up. Batches and their ends are the same.
 */
export function createSolanaSettlingLane(
  ctx: Context,
  chain: SolanaLiveChain,
  signer: SolanaSigner,
): SendingLane {
  const { clock } = ctx;
  // The treasury only receives here, so its key may be away.
  const begin = openSolanaSender(ctx, chain, signer, solanaRules, ['fee payer']);

  async function step(lane: SendingLane, signal: AbortSignal): Promise<void> {
    const begun = await begin(signal);
    if (!begun) return;
    const { sender } = begun;
    const refused = await begun.refusal();
    if (lane.nextLookMs <= clock.nowMs()) {
      const isReady = refused === null && (await noteFeePayer(sender));
      lane.nextLookMs = clock.nowMs() + (isReady ? lookEveryMs : soonMs(chain));
    }
    const open = await selectOpenSolana(ctx.db, true);
    const problems = await followBatches(sender, open);
    if (refused === null) problems.push(...(await planSettlements(sender)));
    const known = new Set(open.map(({ batch_id }) => batch_id));
    const added = (await selectOpenSolana(ctx.db, true)).filter(({ batch_id }) => !known.has(batch_id));
    problems.push(...(await followBatches(sender, added)));
    if (problems.length > 0) throw problems[0];
  }

  return laneOf(ctx, chain, step, settlingLane(chain.id));
}

/**
 * Tells other processes that Solana takes payments by signature, and what one costs. False until the treasury has its token
 * account. Low SOL has an alarm of its own.
 */
async function noteFeePayer({ ctx, chain, signer, node }: SolanaSender): Promise<boolean> {
  const { feePayer, treasury } = signer;
  const tokens = await tokenAccountOf(treasury, chain.usdcMint);
  const { accounts } = await node.accounts([feePayer, tokens]);
  const [payer, receiver] = accounts;
  const units = (payer?.lamports ?? 0n) - (await node.rentFor(0));
  const row = {
    chain: chain.id,
    address: feePayer,
    noted_at: ctx.clock.now(),
    units: (units > 0n ? units : 0n).toString(),
    settle_units: settleFee.toString(),
    contract: receiver ? chain.usdcMint : null,
    domain_name: null,
    domain_version: null,
  };
  await upsertSettler(ctx.db, row, false);
  return row.contract !== null;
}
