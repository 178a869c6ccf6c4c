import type { Context } from '../../app/context.ts';
import { holdCursor } from '../../chains/watching/cursors.ts';
import { announced } from '../../messages/webhooks/events.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import type { TransactionSql } from '../../platform/db/client.ts';
import { transferRequested } from '../../treasury/transfers/transfers.ts';
import { reopenScreened } from '../credit/reopen-screened.ts';
import { holdPayment } from '../payment/payments.ts';
import { endRefused, showAwaiting } from './ask-providers.ts';
import {
  type ScreeningRow,
  selectOpenScreenings,
  selectScreening,
  updateScreenedArrivals,
  updateVerdict,
} from './store.ts';

export type { ScreeningRow } from './store.ts';

export type Decision = 'release' | 'refuse';

const shownAtOnce = 200;

/** What waits for a decision or an answer, oldest first. */
export function openScreenings(ctx: Context): Promise<ScreeningRow[]> {
  return selectOpenScreenings(ctx.db, shownAtOnce);
}

/**
 * Decides instead of the providers, or against them. Released money that arrived goes to its payment, or stays unapplied for
 * another reason. Refused money stays where it is, and can be released later; a refused transfer fails. Null if there is
 * nothing to decide.
 */
export async function decideScreening(
  ctx: Context,
  id: string,
  decision: Decision,
  reason: string,
  who: Pick<Actor, 'memberId' | 'memberEmail' | 'requestId' | 'ip'>,
): Promise<ScreeningRow | null> {
  const before = await selectScreening(ctx.db, id);
  if (!before) return null;
  const decided = await ctx.db.begin(async (tx) => {
    const row = await decide(ctx, tx, before, decision, reason);
    if (!row) return null;
    const { merchant_id: merchantId, resource_id: resourceId, direction, chain, address } = row;
    const details = { screening_id: id, direction, chain, address, reason, before: before.verdict };
    await recordAudit(
      ctx,
      tx,
      { ...who, merchantId, environment: 'live' },
      { action: decision === 'release' ? 'releaseScreened' : 'refuseScreened', resourceId, details },
    );
    return row;
  });
  if (!decided) return null;
  announced(ctx);
  if (decided.verdict === 'refuse') await endRefused(ctx);
  else if (decided.direction === 'out') transferRequested(ctx, 'live');
  return decided;
}

async function decide(
  ctx: Context,
  tx: TransactionSql,
  before: ScreeningRow,
  decision: Decision,
  reason: string,
): Promise<ScreeningRow | undefined> {
  const { screening_id: id, direction, chain, resource_id: payment_id, merchant_id, subject } = before;
  // Arrivals copy the verdict when they become final: without this lock, one could copy the old verdict and keep it.
  if (direction === 'in') await holdCursor(tx, chain);
  // Locks are taken in the same order everywhere: the payment first.
  const payment = direction === 'in' ? await holdPayment(tx, { payment_id, merchant_id }) : undefined;
  const from =
    decision === 'refuse'
      ? ([null, 'hold'] as const)
      : direction === 'in'
        ? ([null, 'hold', 'refuse'] as const)
        : ([null, 'hold'] as const);
  const verdict = decision === 'release' ? 'ok' : 'refuse';
  const row = await updateVerdict(tx, id, from, { verdict, reason }, 'operator', ctx.clock.now());
  if (!row) return undefined;
  if (direction === 'out') await showAwaiting(tx, subject, false);
  const arrivals = direction === 'in' ? await updateScreenedArrivals(tx, row) : [];
  if (payment && arrivals.length > 0)
    await reopenScreened(ctx, tx, payment, verdict === 'ok' ? arrivals : []);
  return row;
}
