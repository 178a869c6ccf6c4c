import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { chains } from '../../lib/chains/registry.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Sql } from '../../platform/db/client.ts';
import { parseRecipient } from '../../treasury/recipients/recipients.ts';
import { holdPayment } from '../payment/payments.ts';
import { deleteClaims, type GivenBy, insertAddress } from './claim-store.ts';
import { sendIfReady } from './coverage.ts';
import { holdBelowZero, holdRefunds, isBelowZero } from './hold-refunds.ts';
import { mailClaim, mayMailClaim } from './mails.ts';
import { allowAddress } from './name-address.ts';
import { getRefund } from './refunds.ts';
import { addressDeadline } from './states.ts';
import { type RefundRow, updateAddress, updateAwaiting } from './store.ts';

/** The merchant gives the address of a refund that waits for one. */
export async function giveAddress(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  refundId: string,
  address: string,
): Promise<RefundRow> {
  const refund = await getRefund(ctx, caller, refundId);
  const toAddress = await parseRecipient(ctx, tx, chains[refund.chain].family, address);
  // Before the rules of approvals, as by createRefund, to avoid deadlocks.
  await holdPayment(tx, refund);
  const money = { ...refund, resourceId: refund.refund_id };
  await allowAddress(ctx, tx, caller, money, toAddress, withoutRight(refund));
  return saveAddress(ctx, tx, refund, toAddress, { by: 'merchant', claim: null });
}

function withoutRight({ claim_emailed: isMailed }: RefundRow): string {
  return isMailed
    ? 'The customer was mailed a claim link to give it.'
    : 'Enter it in the dashboard, or get a claim link for your customer there.';
}

/**
 * Stores the address; a second one gets REFUND_NOT_WAITING. Deletes the claim links, except the one it was given with.
 */
export async function saveAddress(
  ctx: Context,
  tx: Sql,
  refund: RefundRow,
  toAddress: string,
  given: { by: GivenBy; claim: Buffer | null },
): Promise<RefundRow> {
  // Lock the payment first, as createRefund does, to avoid deadlocks.
  const payment = await holdPayment(tx, refund);
  const isShort = await isBelowZero(tx, refund);
  const row = await updateAddress(tx, refund, toAddress);
  if (!row || !payment) throw new ApiError('REFUND_NOT_WAITING', { details: { status: refund.status } });
  await insertAddress(tx, row, { address: toAddress, by: given.by, at: ctx.clock.now() });
  await deleteClaims(tx, row, given.claim);
  await sendIfReady(ctx, tx, row);
  if (row.environment === 'live') await holdRefunds(tx, [payment]);
  if (row.environment === 'live' && isShort) await holdBelowZero(tx, row);
  return row;
}

/** The recipient refused the money: the refund waits for another address. Nothing was sent. */
export async function awaitAddress(ctx: Context, tx: Sql, refund: RefundRow): Promise<void> {
  const payment = await holdPayment(tx, refund);
  const deadline = addressDeadline(ctx.clock.now());
  const isMailed = payment !== undefined && (await mayMailClaim(tx, payment));
  const row = await updateAwaiting(tx, refund, deadline, isMailed);
  if (row && payment && isMailed)
    await mailClaim(ctx, tx, payment, row, { deadline, refused: refund.refunded_to });
}
