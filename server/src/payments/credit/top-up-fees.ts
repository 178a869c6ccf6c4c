import { groupBy } from '../../lib/group-by.ts';
import { proportionOf } from '../../lib/money.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { BalanceKey } from '../../treasury/payouts/waiting-refunds.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { holdMissing } from '../refunds/coverage.ts';

/**
 * The fees of top-ups that are not complete, in basis points, by payment. What refunds lack is the merchant's own money and has
 * none. The rest has the usual fee: otherwise customers could pay sales that way, once the refunds were cancelled. Locks the
 * balances, so that two at once do not both count for the same refunds.
 */
export async function topUpFees(
  tx: Sql,
  payments: readonly PaymentRow[],
  usualBps: (merchantId: string) => bigint,
): Promise<ReadonlyMap<string, bigint>> {
  const fees = new Map<string, bigint>();
  const open = payments.filter(
    ({ purpose, fee_bps, merchant_id }) =>
      purpose === 'top_up' && fee_bps === null && usualBps(merchant_id) > 0n,
  );
  const byBalance = groupBy(open, (topUp) => Object.values(balanceOf(topUp)).join(' '));
  // In one order, to avoid deadlocks.
  for (const name of [...byBalance.keys()].sort())
    for (const [id, bps] of await feesInOne(tx, byBalance.get(name) ?? [], usualBps)) fees.set(id, bps);
  return fees;
}

async function feesInOne(
  tx: Sql,
  topUps: readonly PaymentRow[],
  usualBps: (merchantId: string) => bigint,
): Promise<[string, bigint][]> {
  const [first] = topUps;
  let missing = first ? await holdMissing(tx, balanceOf(first)) : 0n;
  return topUps.map(({ payment_id, merchant_id, exact_units }) => {
    const units = BigInt(exact_units ?? '0');
    const needed = units < missing ? units : missing;
    missing -= needed;
    // Rounded down: amounts are rounded up to what is shown, which is no excess.
    return [payment_id, proportionOf(usualBps(merchant_id), units - needed, units)];
  });
}

function balanceOf({ merchant_id, environment, accepted_chains, accepted_tokens }: PaymentRow): BalanceKey {
  const [chain] = accepted_chains;
  const [token] = accepted_tokens;
  if (!chain || !token) throw new Error('a top-up has one chain and one token');
  return { merchant_id, environment, chain, token };
}
