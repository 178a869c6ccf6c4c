import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { chains } from '../../lib/chains/registry.ts';
import { hashToken } from '../../merchants/sign-in/tokens.ts';
import type { Sql } from '../../platform/db/client.ts';
import { parseRecipient } from '../../treasury/recipients/recipients.ts';
import { selectPayments } from '../payment/payments.ts';
import { deadLink, newClaim } from '../refunds/claim-links.ts';
import { mailClaim, mayMailClaim } from '../refunds/mails.ts';
import { allowAddress } from '../refunds/name-address.ts';
import { addressDeadline } from '../refunds/states.ts';
import { assertOpen, holdOpen, notOpen, type OpenFunds } from './open-funds.ts';
import { lockUnapplied, updateAsked } from './resolve-store.ts';
import type { ReturnClaimLink } from './schema.ts';
import { sendReturn } from './send-return.ts';
import { selectUnapplied } from './store.ts';
import type { UnappliedRow } from './unapplied-fund.ts';

/** Whether the customer can still say where to return it. */
export function isAsked(ctx: Context, { status, reason, claim_expires_at: until }: UnappliedRow): boolean {
  return status === 'open' && reason !== 'screening' && until !== null && until > ctx.clock.now();
}

/** Creates a claim link for the merchant to pass on to the customer. Guarded as a refund's. */
export async function createReturnClaimLink(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  id: string,
): Promise<ReturnClaimLink> {
  const row = await holdOpen(tx, caller, id);
  const instead = 'Return the money without an address, so that the customer is mailed one.';
  await allowAddress(ctx, tx, caller, { ...row, resourceId: row.unapplied_id }, null, instead);
  const deadline = addressDeadline(ctx.clock.now());
  await updateAsked(tx, row, deadline, row.claim_emailed);
  return {
    unapplied_id: row.unapplied_id,
    claim_url: await newClaim(ctx, tx, row),
    expires_at: deadline.toISOString(),
  };
}

/** Mails the customer a claim link, unless one is under way already. Null if the customer cannot be mailed one. */
export async function askByMail(ctx: Context, tx: Sql, row: OpenFunds): Promise<UnappliedRow | null> {
  if (row.claim_emailed && isAsked(ctx, row)) return row;
  return mailLink(ctx, tx, row, null);
}

/** The address that the customer gave took no money: asks for another. Links that are known work again. */
export async function askAgain(ctx: Context, tx: Sql, row: OpenFunds): Promise<void> {
  const isMailed = (await mailLink(ctx, tx, row, row.claimed_address)) !== null;
  if (!isMailed) await updateAsked(tx, row, addressDeadline(ctx.clock.now()), false);
}

async function mailLink(
  ctx: Context,
  tx: Sql,
  row: OpenFunds,
  refused: string | null,
): Promise<UnappliedRow | null> {
  const [payment] = await selectPayments(tx, [row]);
  if (!payment || !(await mayMailClaim(tx, payment.row))) return null;
  const deadline = addressDeadline(ctx.clock.now());
  await mailClaim(ctx, tx, payment.row, row, { deadline, refused });
  return (await updateAsked(tx, row, deadline, true)) ?? null;
}

export interface FundKey {
  unapplied_id: string;
  merchant_id: string;
}

/** The money behind a claim link. */
export async function claimedFund(sql: Sql, key: FundKey): Promise<UnappliedRow> {
  return (await selectUnapplied(sql, key)) ?? deadLink();
}

/** The customer says where to return it. A second one gets UNAPPLIED_FUNDS_NOT_OPEN. */
export async function claimReturn(
  ctx: Context,
  tx: Sql,
  key: FundKey,
  token: string,
  address: string,
): Promise<void> {
  const found = (await lockUnapplied(tx, key)) ?? deadLink();
  if (!isAsked(ctx, found)) throw notOpen(found);
  const row = await assertOpen(tx, found);
  const toAddress = await parseRecipient(ctx, tx, chains[row.chain].family, address);
  await sendReturn(ctx, tx, row, toAddress, hashToken(token));
}
