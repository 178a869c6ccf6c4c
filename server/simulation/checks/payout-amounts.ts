import type { Simulation } from '../simulation.ts';
import type { Account } from './accounts.ts';

/** One dollar. ETH is left out: its price at the time of a payout is not known here. */
const dollars: Record<string, bigint> = { USDC: 10n ** 6n };
/** The clock goes back by up to three seconds, and clocks differ by up to two. */
const leewayMs = 6000;

/**
 * A payout leaves the reserve, and what refunds need that were asked for before. A scheduled one is not below the minimum.
 * Whatever failed since is left out, so that what is left here is at least what there was.
 */
export function checkPayoutAmounts(simulation: Simulation, account: Account): string[] {
  const { merchant, answers, out } = account;
  const { minimum_amount, reserve_amount, route_to } = merchant.owner.settlement;
  if (route_to || simulation.world.chains.some(({ isDeeplyReorganised }) => isDeeplyReorganised)) return [];
  return answers.payouts.flatMap((payout) => {
    const paid = out.get(payout.payout_id);
    const dollar = dollars[payout.token];
    if (!paid || !dollar) return [];
    const atMs = Date.parse(payout.created_at);
    const earlier = answers.payouts.filter(
      (one) => one !== payout && isSame(one, payout) && isBy(one.created_at, atMs - 1),
    );
    const gone = earlier.reduce((all, one) => all + (out.get(one.payout_id)?.units ?? 0n), 0n);
    const left = mostAt(account, payout, atMs) - gone - paid.units;
    const reserve = (dollar * BigInt(reserve_amount.replace('.', ''))) / 100n;
    const minimum = (dollar * BigInt(minimum_amount.replace('.', ''))) / 100n;
    const problems: string[] = [];
    if (left < reserve)
      problems.push(
        `payouts: ${payout.payout_id} of ${paid.units} left ${left}, and ${reserve} are the reserve`,
      );
    if (payout.initiator === 'schedule' && paid.units < minimum)
      problems.push(`payouts: ${payout.payout_id} is of ${paid.units}, and ${minimum} the minimum`);
    return problems;
  });
}

type Asset = { chain: string; token: string };
const isSame = (a: Asset, b: Asset) => a.chain === b.chain && a.token === b.token;

/** The most that a balance can have had at a time, before payouts: completed payments less refunds that were asked for. */
function mostAt({ answers, payments, out }: Account, asset: Asset, atMs: number): bigint {
  const credited = payments
    .filter((paid) => isSame(paid, asset) && isBy(paid.answer.completed_at, atMs + leewayMs))
    .reduce(
      (all, { credits }) => all + most(credits.map((one) => one.taken.reduce((a, b) => a + b, 0n) - one.fee)),
      0n,
    );
  const unapplied = answers.unapplied
    .filter((one) => one.status === 'credited' && isSame(one, asset))
    .reduce((all, one) => all + BigInt(one.token_amount.replace('.', '')), 0n);
  const refunded = answers.refunds
    .filter(
      (one) => one.status === 'completed' && isSame(one, asset) && isBy(one.created_at, atMs - leewayMs),
    )
    .reduce((all, one) => all + (out.get(one.refund_id)?.units ?? 0n), 0n);
  // The fee of the refunded part comes back.
  const fees = payments.reduce((all, { credits }) => all + most(credits.map(({ fee }) => fee)), 0n);
  return credited + unapplied - (refunded > fees ? refunded - fees : 0n);
}

const isBy = (time: string | undefined, byMs: number) => time !== undefined && Date.parse(time) <= byMs;
const most = (numbers: readonly bigint[]) => numbers.reduce((a, b) => (a > b ? a : b), 0n);
