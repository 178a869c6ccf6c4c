import type { Context } from '../../app/context.ts';
import { cursorOf } from '../../chains/watching/cursors.ts';
import type { Caller } from '../../lib/caller.ts';
import { chains } from '../../lib/chains/registry.ts';
import { ApiError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { feesOf } from '../../merchants/merchants.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post } from '../../treasury/ledger/ledger.ts';
import { creditPosting, feeOn, sourceAfter } from '../../treasury/ledger/postings.ts';
import { customersAddress, parseRecipient } from '../../treasury/recipients/recipients.ts';
import { allowAddress } from '../refunds/name-address.ts';
import { askByMail } from './claims.ts';
import { holdOpen, isOpen, notOpen, tokenOf } from './open-funds.ts';
import { lockUnappliedById, lockUnappliedOf, moveUnapplied, selectTimesReversed } from './resolve-store.ts';
import type { ReturnUnappliedBody } from './schema.ts';
import { sendReturn } from './send-return.ts';
import type { UnappliedRow } from './unapplied-fund.ts';

export { updateAwaitsScreening } from './resolve-store.ts';

/**
 * Sends unapplied money back. It is `returning` until the transfer is final. If the customer has to say where to, and can be
 * mailed a claim link, it stays open until then.
 */
export async function returnUnapplied(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  id: string,
  body: ReturnUnappliedBody,
): Promise<UnappliedRow> {
  const row = await holdOpen(tx, caller, id);
  const toAddress = await recipientOf(ctx, tx, row, body.address);
  if (toAddress === null) return (await askByMail(ctx, tx, row)) ?? addressNeeded(row);
  if (toAddress !== row.payer_address)
    await allowAddress(ctx, tx, caller, { ...row, resourceId: row.unapplied_id }, toAddress, withoutRight);
  return sendReturn(ctx, tx, row, toAddress, null);
}

const withoutRight =
  'Leave out the address, so that a customer with an e-mail address is asked for it, or return it in the dashboard, under Unapplied money.';

/** Starts a return that a restored database has forgotten, for any merchant, if the funds are open and `isIt` accepts them. */
export async function returnForgotten(
  ctx: Context,
  tx: Sql,
  id: string,
  isIt: (row: UnappliedRow) => boolean,
  toAddress: string,
): Promise<void> {
  const [row] = isId('unf', id) ? await lockUnappliedById(tx, [id]) : [];
  const token = row && tokenOf(row);
  if (row && token && isIt(row) && (await isOpen(tx, row)))
    await sendReturn(ctx, tx, { ...row, token }, toAddress, null);
}

/** Gives unapplied money to the merchant, less the operator's fee, as if a payment had taken it. */
export async function creditUnapplied(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  id: string,
): Promise<UnappliedRow> {
  const row = await holdOpen(tx, caller, id);
  const { environment, chain, token, merchant_id: merchantId } = row;
  // It is the merchant's at once, so it must be certain that the chain still has it.
  if ((await cursorOf(tx, chain))?.halted_reason)
    throw new ApiError('SERVICE_UNAVAILABLE', {
      message: `${chain} is halted until the operator has looked at it. Try again later.`,
    });
  const units = BigInt(row.token_units);
  const feeBpsOf = await feesOf(tx, [merchantId]);
  const fee = feeOn(units, feeBpsOf(merchantId));
  const now = ctx.clock.now();
  const moved = await moveUnapplied(tx, 'credit', row, { ended_at: now, fee_units: fee.toString() });
  if (!moved) throw notOpen(row);
  const source = sourceAfter(row.unapplied_id, await selectTimesReversed(tx, row.arrival_id));
  await post(tx, [creditPosting({ environment, merchantId, chain, token, units }, fee, source, now)]);
  return moved;
}

/** Takes released money out of unapplied funds, for its payment. Returns its arrivals. */
export async function applyScreened(tx: Sql, arrivalIds: string[]): Promise<string[]> {
  const applied: string[] = [];
  for (const row of await lockUnappliedOf(tx, arrivalIds))
    if (row.reason === 'screening' && (await moveUnapplied(tx, 'apply', row, {})))
      applied.push(row.arrival_id);
  return applied;
}

/** Null if nobody knows the customer's address. */
async function recipientOf(
  ctx: Context,
  tx: Sql,
  { chain, payer_address: payer }: UnappliedRow,
  given: string | undefined,
): Promise<string | null> {
  if (given === undefined) return customersAddress(ctx, tx, chain, payer);
  return parseRecipient(ctx, tx, chains[chain].family, given);
}

function addressNeeded({ payer_address: payer }: UnappliedRow): never {
  const why =
    payer === null ? 'Nobody knows who sent this money.' : 'An exchange or a contract sent this money.';
  throw new ApiError('MISSING_REQUIRED_FIELD', {
    message: `${why} Say where your customer wants it, or get a claim link for your customer in the dashboard.`,
    details: { field: 'address' },
  });
}
