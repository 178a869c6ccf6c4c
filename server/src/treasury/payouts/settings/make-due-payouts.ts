import type { Context } from '../../../app/context.ts';
import { type ChainId, chains, type Token } from '../../../lib/chains/registry.ts';
import { hourMs, minuteMs } from '../../../lib/durations.ts';
import { balancesOf } from '../../ledger/ledger.ts';
import { transferRequested } from '../../transfers/transfers.ts';
import { type PayoutProblem, passingProblems } from '../payable.ts';
import type { Asset, Initiator } from '../payout.ts';
import { makePayout } from '../payouts.ts';
import { planPayout } from '../plan-payout.ts';
import { awaitsRoutes, conversionOf, convertBalance } from './convert-balance.ts';
import { nextLook } from './schedule.ts';
import { claimSettlements, type SettlementRow, updateNextLook } from './settings-store.ts';

const batchSize = 20;
/** Lease: if a worker is killed, its merchants are due again after this. */
const leaseMs = 5 * minuteMs;
const lookAgainMs = hourMs;

/** Makes the payouts of merchants whose schedule is due. Returns how many merchants were processed. */
export async function makeDuePayouts(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const due = await claimSettlements(ctx.db, now, new Date(now.getTime() + leaseMs), batchSize);
  for (const settlement of due) {
    try {
      const problems = await payBalances(ctx, settlement, settlement.asked_at ? 'manual' : 'schedule');
      await updateNextLook(ctx.db, settlement, nextTime(settlement, problems, now));
    } catch (error) {
      // The claim expires on its own. One merchant's error must not block the others.
      const { merchant_id, environment } = settlement;
      ctx.log.error({ err: error, merchant_id, environment }, 'could not make payouts, will retry');
    }
  }
  return due.length;
}

/** Sooner than the schedule if a passing problem is in the way. */
function nextTime({ schedule }: SettlementRow, problems: readonly PayoutProblem[], now: Date): Date | null {
  const next = nextLook(schedule, now);
  const soon = new Date(now.getTime() + lookAgainMs);
  return next && next > soon && problems.some((one) => passingProblems.includes(one)) ? soon : next;
}

/** Pays each balance in its own transaction, so that one failure does not block the others. */
async function payBalances(
  ctx: Context,
  settlement: SettlementRow,
  initiator: Initiator,
): Promise<PayoutProblem[]> {
  const { environment } = settlement;
  const asked = { initiator, wanted: null };
  const problems: PayoutProblem[] = [];
  let made = 0;
  for (const { balance, asset } of await inOrder(ctx, settlement)) {
    const target = conversionOf(settlement, asset);
    const converted = target && (await convertBalance(ctx, settlement, asset, target, balance, initiator));
    if (target && converted === null) continue;
    if (converted && !isPaidAsReceived(settlement, converted.problem)) {
      problems.push(converted.problem);
      continue;
    }
    if (await awaitsRoutes(ctx, settlement, asset)) {
      problems.push('routing');
      continue;
    }
    // Most balances are not payable, so check without a lock first.
    const plan = await planPayout(ctx, ctx.db, settlement, asset, balance, asked);
    const result =
      'problem' in plan ? plan : await ctx.db.begin((tx) => makePayout(ctx, tx, settlement, asset, asked));
    if ('problem' in result) problems.push(result.problem);
    else made++;
  }
  if (made > 0) payoutsMade(ctx, environment);
  return problems;
}

/** Balances to be exchanged come first, since the target balance waits for them. */
async function inOrder(
  ctx: Context,
  settlement: SettlementRow,
): Promise<{ balance: bigint; asset: Asset }[]> {
  const { merchant_id, environment } = settlement;
  const known = (await balancesOf(ctx.db, merchant_id, environment)).flatMap(({ balance, ...rest }) => {
    const asset = knownAsset(rest);
    return asset && balance > 0n ? [{ balance, asset }] : [];
  });
  const isLast = ({ asset }: { asset: Asset }) => conversionOf(settlement, asset) === null;
  return [...known.filter((one) => !isLast(one)), ...known.filter(isLast)];
}

function isPaidAsReceived({ unroutable }: SettlementRow, problem: PayoutProblem): boolean {
  return problem === 'not_routable' && unroutable === 'as_received';
}

/** Null for unsupported tokens, which are not paid out. */
function knownAsset({ chain, token }: { chain: ChainId; token: string }): Asset | null {
  const known = chains[chain].tokens.find(({ symbol }) => symbol === token);
  return known ? { chain, token: known.symbol satisfies Token } : null;
}

/** Wakes the senders. Call after the commit. */
export function payoutsMade(ctx: Context, environment: SettlementRow['environment']): void {
  if (environment === 'test') transferRequested(ctx, 'test');
  else ctx.wake.at('release-payouts', ctx.clock.now());
}
