import type { Caller } from '../caller.ts';
import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { ApiError } from '../errors.ts';
import { holdPayment } from '../payments/payments.ts';
import { parseRecipient } from '../transfers/recipients.ts';
import { requestTransfer } from '../transfers/transfers.ts';
import { holdRefunds } from './holding.ts';
import { getRefund, transferOf } from './refunds.ts';
import { addressDeadline } from './states.ts';
import { type RefundRow, updateAddress, updateAwaiting } from './store.ts';

/** Says where to send a refund that waits for an address. The second of two gets REFUND_NOT_WAITING. */
export async function giveAddress(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  refundId: string,
  address: string,
): Promise<RefundRow> {
  const refund = await getRefund(ctx, caller, refundId);
  const toAddress = parseRecipient(refund.chain, address);
  // Lock the payment first, as createRefund does, to avoid deadlocks.
  const payment = await holdPayment(tx, refund);
  const row = await updateAddress(tx, refund, toAddress);
  if (!row || !payment) throw new ApiError('REFUND_NOT_WAITING', { details: { status: refund.status } });
  await requestTransfer(ctx, tx, transferOf(row, toAddress));
  if (row.environment === 'live') await holdRefunds(tx, [payment]);
  return row;
}

/** The address took no money: the refund waits for another one. Nothing was sent. */
export async function awaitAddress(ctx: Context, tx: Sql, refund: RefundRow): Promise<void> {
  await holdPayment(tx, refund);
  await updateAwaiting(tx, refund, addressDeadline(ctx.clock.now()));
}
