import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { holdBalance } from '../ledger/ledger.ts';
import { selectReconciledChains, updateReconciliationDue } from '../reconciliation/reconciliation.ts';
import { takenBack, uncovered, unholdTransfers } from '../transfers/hold-transfers.ts';
import { nextPayId, seriesOf } from '../transfers/pay-ids.ts';
import { requestTransfer, transferRequested } from '../transfers/transfers.ts';
import type { Asset, PayoutRow } from './payout.ts';
import { selectPayout } from './payout-store.ts';
import { selectHeldFor, selectHeldPayouts, selectReadChains, updateReleased } from './step-store.ts';

export { selectOpenPayoutsOf } from './step-store.ts';

const batchSize = 100;
/**
 * Minimum time between comparisons, which read the balances of all addresses. A slower chain is compared at its own
 * pace.
 */
const compareAgainMs = 5000;

/** Requests the transfer of a payout, once. */
export async function release(ctx: Pick<Context, 'clock'>, tx: Sql, payout: PayoutRow): Promise<boolean> {
  if (!(await updateReleased(tx, payout.payout_id))) return false;
  await requestTransfer(ctx, tx, {
    transferId: payout.payout_id,
    kind: 'payout',
    environment: payout.environment,
    merchantId: payout.merchant_id,
    chain: payout.chain,
    token: payout.token,
    toAddress: payout.address,
    units: BigInt(payout.token_units),
    source: payout.payout_id,
    series: payoutSeries(payout),
  });
  return true;
}

function payoutSeries({ merchant_id, chain, token }: PayoutRow): string {
  return seriesOf.payout(merchant_id, chain, token);
}

/** The id under which the next payout of a balance is paid. */
export function nextPayoutId(sql: Sql, payout: PayoutRow): Promise<string> {
  return nextPayId(sql, payout.chain, payoutSeries(payout));
}

/** An open live payout of any merchant. */
export async function openPayout(sql: Sql, payoutId: string): Promise<PayoutRow | undefined> {
  const payout = await selectPayout(sql, { payout_id: payoutId, merchant_id: null });
  return payout?.environment === 'live' && payout.status === 'processing' ? payout : undefined;
}

/** Unholds a payout whose balance covers it again. */
async function unhold(_ctx: Context, tx: Sql, payout: PayoutRow): Promise<boolean> {
  if ((await holdBalance(tx, accountOf(payout))) < 0n) return false;
  await unholdTransfers(tx, [payout.payout_id], [takenBack, uncovered]);
  return true;
}

export function accountOf({ merchant_id, chain, token }: Asset & { merchant_id: string }) {
  return { merchantId: merchant_id, environment: 'live', chain, token } as const;
}

/**
 * Releases live payouts once their chain was compared with the ledger at a final block newer than the payout, with
 * nothing missing. So a restored database first finds out what was paid after the backup.
 */
export async function releasePayouts(ctx: Context): Promise<number> {
  const held = [
    ...(await selectHeldPayouts(ctx.db, batchSize)).map((payout) => ({ payout, letGo: release })),
    ...(await selectHeldFor(ctx.db, [takenBack, uncovered], batchSize)).map((payout) => ({
      payout,
      letGo: unhold,
    })),
  ];
  if (held.length === 0) return 0;
  const [compared, read] = [await selectReconciledChains(ctx.db), await selectReadChains(ctx.db)];
  const stale = new Set<ChainId>();
  let count = 0;
  for (const { payout, letGo } of held) {
    const { chain, created_at: madeAt } = payout;
    const cursor = read.find((one) => one.chain === chain);
    const last = compared.find((one) => one.chain === chain);
    if (!cursor || cursor.is_halted || last?.is_stopped) continue;
    if (last && (last.block_time ?? last.checked_at) >= madeAt) {
      if (await released(ctx, payout, letGo)) count++;
    } else if (
      (cursor.final_time === null || cursor.final_time >= madeAt) &&
      isDue(ctx, chain, last?.checked_at)
    ) {
      stale.add(chain);
    }
  }
  if (count > 0) transferRequested(ctx, 'live');
  if (stale.size > 0) {
    await updateReconciliationDue(ctx.db, [...stale], ctx.clock.now());
    ctx.wake.at('reconcile', ctx.clock.now());
  }
  return count;
}

/** One that cannot be released must not block the others. */
async function released(
  ctx: Context,
  payout: PayoutRow,
  letGo: (ctx: Context, tx: Sql, payout: PayoutRow) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await ctx.db.begin((tx) => letGo(ctx, tx, payout));
  } catch (error) {
    ctx.log.error({ err: error, payout_id: payout.payout_id }, 'could not release a payout, will retry');
    return false;
  }
}

function isDue({ config, clock }: Context, chain: ChainId, checkedAt: Date | undefined): boolean {
  const pauseMs = config.chains[chain]?.pollMs ?? compareAgainMs;
  return checkedAt === undefined || clock.nowMs() - checkedAt.getTime() >= pauseMs;
}
