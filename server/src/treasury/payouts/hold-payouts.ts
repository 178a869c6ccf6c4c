import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';
import { holdBalance } from '../ledger/ledger.ts';
import { holdTransfers, type takenBack, type uncovered } from '../transfers/hold-transfers.ts';
import type { Asset } from './payout.ts';
import { accountOf, release } from './release-payouts.ts';
import { selectOpenPayouts } from './step-store.ts';

/**
 * Holds the payouts of a balance that does not cover them any more, because a chain took money back or unknown payments
 * left. `taking` is about to be booked. Locks the balance, so that a payout made at the same time is either seen here
 * or sees the lower balance. False if the balance covers them.
 */
export async function holdPayouts(
  ctx: Pick<Context, 'clock'>,
  tx: Sql,
  balance: Asset & { merchant_id: string; taking?: bigint },
  reason: typeof takenBack | typeof uncovered,
): Promise<boolean> {
  if ((await holdBalance(tx, accountOf(balance))) >= (balance.taking ?? 0n)) return false;
  const payouts = await selectOpenPayouts(tx, balance);
  // Payouts that wait for a comparison become held transfers too, so that the operator can release or cancel them.
  for (const payout of payouts) await release(ctx, tx, payout);
  await holdTransfers(
    tx,
    payouts.map(({ payout_id }) => payout_id),
    reason,
  );
  return true;
}
