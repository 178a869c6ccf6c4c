import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';
import { holdBalance } from '../ledger/ledger.ts';
import { holdTransfers, type takenBack, type uncovered } from '../transfers/hold-transfers.ts';
import type { Asset } from './payout.ts';
import { accountOf, release } from './release-payouts.ts';
import { selectOpenPayouts } from './step-store.ts';

/**
 * Keeps payouts from being sent when a chain took back so much of a balance that what is left does not cover them, or when
 * so much has left it by payments that were unknown. `taking` is about to be booked. The balance is locked, so that a
 * payout that is made at the same time is seen here, or sees what is left. False if the balance covers them.
 */
export async function holdPayouts(
  ctx: Pick<Context, 'clock'>,
  tx: Sql,
  balance: Asset & { merchant_id: string; taking?: bigint },
  reason: typeof takenBack | typeof uncovered,
): Promise<boolean> {
  if ((await holdBalance(tx, accountOf(balance))) >= (balance.taking ?? 0n)) return false;
  const payouts = await selectOpenPayouts(tx, balance);
  // Those that were not compared with the chain yet become transfers too, which the operator can release or cancel.
  for (const payout of payouts) await release(ctx, tx, payout);
  await holdTransfers(
    tx,
    payouts.map(({ payout_id }) => payout_id),
    reason,
  );
  return true;
}
