import type { Context } from '../../app/context.ts';
import { cursorOf } from '../../chains/watching/cursors.ts';
import type { Caller } from '../../lib/caller.ts';
import { chains, type Token } from '../../lib/chains/registry.ts';
import { ApiError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { assertOwn } from '../../lib/ownership.ts';
import { feesOf } from '../../merchants/merchants.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post } from '../../treasury/ledger/ledger.ts';
import { creditPosting, feeOn, sourceAfter } from '../../treasury/ledger/postings.ts';
import { customersAddress, parseRecipient } from '../../treasury/recipients/recipients.ts';
import { seriesOf } from '../../treasury/transfers/pay-ids.ts';
import { requestTransfer } from '../../treasury/transfers/transfers.ts';
import { allowAddress } from '../refunds/name-address.ts';
import {
  lockUnapplied,
  lockUnappliedById,
  lockUnappliedOf,
  moveUnapplied,
  selectBookedUnits,
  selectTimesReversed,
} from './resolve-store.ts';
import type { ReturnUnappliedBody } from './schema.ts';
import type { UnappliedRow } from './unapplied-fund.ts';

export { updateAwaitsScreening } from './resolve-store.ts';

/** Sends unapplied money back. It is `returning` until the transfer is final. */
export async function returnUnapplied(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  id: string,
  body: ReturnUnappliedBody,
): Promise<UnappliedRow> {
  const { row, token } = await holdOpen(tx, caller, id);
  const toAddress = await recipientOf(ctx, tx, row, body.address);
  if (toAddress !== row.payer_address) {
    const money = { ...row, token, resourceId: row.unapplied_id };
    await allowAddress(
      ctx,
      tx,
      caller,
      money,
      toAddress,
      'Return it in the dashboard, under Unapplied money.',
    );
  }
  return sendBack(ctx, tx, row, token, toAddress);
}

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
  if (row && token && isIt(row) && (await isOpen(tx, row))) await sendBack(ctx, tx, row, token, toAddress);
}

async function sendBack(
  ctx: Context,
  tx: Sql,
  row: UnappliedRow,
  token: Token,
  toAddress: string,
): Promise<UnappliedRow> {
  const moved = await moveUnapplied(tx, 'return', row, {
    returned_to: toAddress,
    failure_reason: null,
    failure_message: null,
  });
  if (!moved) throw notOpen(row);
  await requestTransfer(ctx, tx, {
    transferId: row.unapplied_id,
    kind: 'return',
    environment: row.environment,
    merchantId: row.merchant_id,
    chain: row.chain,
    token,
    toAddress,
    units: BigInt(row.token_units),
    source: row.unapplied_id,
    series: seriesOf.return(row.payment_id, row.chain),
  });
  return moved;
}

/** Gives unapplied money to the merchant, less the operator's fee, as if a payment had taken it. */
export async function creditUnapplied(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  id: string,
): Promise<UnappliedRow> {
  const { row } = await holdOpen(tx, caller, id);
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

/** Locks the caller's open funds, in a token of the registry, that the chain still has. */
async function holdOpen(tx: Sql, caller: Caller, id: string): Promise<{ row: UnappliedRow; token: Token }> {
  const key = { unapplied_id: id, merchant_id: caller.merchant_id };
  const found = isId('unf', id) ? await lockUnapplied(tx, key) : undefined;
  const row = assertOwn(caller, found, 'UNAPPLIED_FUNDS_NOT_FOUND');
  if (row.status !== 'open') throw notOpen(row);
  if (row.reason === 'screening') throw heldByScreening(row);
  const token = tokenOf(row);
  if (!token)
    throw new ApiError('INVALID_TOKEN', {
      message: 'This token is not accepted here. Ask the operator to send it back.',
      details: { token: row.token },
    });
  if (!(await isOpen(tx, row))) throw notOpen(row);
  return { row, token };
}

/** Undefined when it is not in the registry. */
function tokenOf({ chain, token }: UnappliedRow): Token | undefined {
  return chains[chain].tokens.find(({ symbol }) => symbol === token)?.symbol;
}

/** Read after the lock: a chain that takes it back locks it too. */
async function isOpen(tx: Sql, row: UnappliedRow): Promise<boolean> {
  return row.status === 'open' && (await selectBookedUnits(tx, row.arrival_id)) >= BigInt(row.token_units);
}

function heldByScreening({ status, reason }: UnappliedRow): ApiError {
  return new ApiError('UNAPPLIED_FUNDS_NOT_OPEN', {
    message:
      'A check of the sender holds this money. Wait until the operator has decided, or ask the operator.',
    details: { status, reason },
  });
}

function notOpen({ status }: UnappliedRow): ApiError {
  return new ApiError('UNAPPLIED_FUNDS_NOT_OPEN', {
    // `open` if the row was not marked as reversed yet.
    ...(status === 'open' || status === 'reversed'
      ? { message: 'The chain took this money back. It is open again if it returns.' }
      : {}),
    details: { status },
  });
}

async function recipientOf(
  ctx: Context,
  tx: Sql,
  { chain, payer_address: payer }: UnappliedRow,
  given: string | undefined,
): Promise<string> {
  if (given !== undefined) return parseRecipient(ctx, tx, chains[chain].family, given);
  const customers = await customersAddress(ctx, tx, chain, payer);
  if (customers !== null) return customers;
  throw new ApiError('MISSING_REQUIRED_FIELD', {
    message:
      payer === null
        ? 'Nobody knows who sent this money. Say where to send it.'
        : 'An exchange or a contract sent this money. Say where your customer wants it.',
    details: { field: 'address' },
  });
}
