import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { chains } from '../../lib/chains/registry.ts';
import { dayMs } from '../../lib/durations.ts';
import { ApiError } from '../../lib/errors.ts';
import { hashToken } from '../../merchants/sign-in/tokens.ts';
import type { Sql } from '../../platform/db/client.ts';
import { parseRecipient } from '../../treasury/recipients/recipients.ts';
import { saveAddress } from './addresses.ts';
import { deadLink, newClaim } from './claim-links.ts';
import { deleteOldClaims, selectDeadline } from './claim-store.ts';
import { allowAddress } from './name-address.ts';
import { getRefund } from './refunds.ts';
import type { ClaimLink } from './schema.ts';
import { type RefundKey, type RefundRow, selectRefund } from './store.ts';

/** Longer than a refund can wait for an address and for money, since the link also shows its status. */
const keptMs = 30 * dayMs;

/** Creates a claim link for the merchant to pass on to the customer. */
export async function createClaimLink(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  refundId: string,
): Promise<ClaimLink> {
  const refund = await getRefund(ctx, caller, refundId);
  const deadline = await selectDeadline(tx, refund);
  if (deadline === null) throw new ApiError('REFUND_NOT_WAITING', { details: { status: refund.status } });
  const instead = refund.claim_emailed
    ? 'The customer was mailed one.'
    : 'Get one in the dashboard, at the refund.';
  await allowAddress(ctx, tx, caller, { ...refund, resourceId: refund.refund_id }, null, instead);
  const claim_url = await newClaim(ctx, tx, refund);
  return { refund_id: refund.refund_id, claim_url, expires_at: deadline.toISOString() };
}

/** The refund behind a claim link. */
export async function claimedRefund(sql: Sql, key: RefundKey): Promise<RefundRow> {
  return (await selectRefund(sql, key)) ?? deadLink();
}

/** The customer gives the address of a refund. A second one gets REFUND_NOT_WAITING. */
export async function claimRefund(
  ctx: Context,
  tx: Sql,
  key: RefundKey,
  token: string,
  address: string,
): Promise<void> {
  const refund = await claimedRefund(tx, key);
  const toAddress = await parseRecipient(ctx, tx, chains[refund.chain].family, address);
  await saveAddress(ctx, tx, refund, toAddress, { by: 'customer', claim: hashToken(token) });
}

export function forgetClaims(ctx: Context, limit: number): Promise<number> {
  return deleteOldClaims(ctx.db, new Date(ctx.clock.nowMs() - keptMs), limit);
}
