import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post } from '../../treasury/ledger/ledger.ts';
import { merchantMoney, returnBackPosting, returnPosting } from '../../treasury/ledger/postings.ts';
import type { ReopenedKind } from '../../treasury/transfers/end-reopened.ts';
import { takenBack } from '../../treasury/transfers/hold-transfers.ts';
import type { TransferRow } from '../../treasury/transfers/transfer.ts';
import { isRefused } from '../refunds/end-refunds.ts';
import { holdOutgoing } from '../refunds/hold-refunds.ts';
import { askAgain } from './claims.ts';
import { lockUnappliedById, moveUnapplied, selectBookedUnits, updateReturnedAgain } from './resolve-store.ts';
import type { UnappliedRow } from './unapplied-fund.ts';

/** Follows transfers: a return ends with its transfer. */
export async function endReturns(
  ctx: Context,
  tx: Sql,
  transfers: readonly TransferRow[],
  move: 'completed' | 'failed',
): Promise<void> {
  const own = new Map(
    transfers.filter(({ kind }) => kind === 'return').map((transfer) => [transfer.source, transfer]),
  );
  if (own.size === 0) return;
  for (const row of await lockUnappliedById(tx, [...own.keys()])) {
    const transfer = own.get(row.unapplied_id);
    if (transfer && move === 'completed') await complete(ctx, tx, row, transfer);
    else if (transfer) await fail(ctx, tx, row, transfer);
  }
}

async function complete(ctx: Context, tx: Sql, row: UnappliedRow, transfer: TransferRow): Promise<void> {
  const now = ctx.clock.now();
  const { tx_hash: return_tx_hash, to_address: returned_to } = transfer;
  const changes = { return_tx_hash, returned_to, ended_at: now };
  if (!(await moveUnapplied(tx, 'complete', row, changes))) return;
  const { environment, merchant_id: merchantId, chain, token, unapplied_id } = row;
  const units = BigInt(row.token_units);
  // If the chain took the arrival back meanwhile, the merchant's balance pays for the return.
  const isBooked = (await selectBookedUnits(tx, row.arrival_id)) >= units;
  const money = { environment, merchantId, chain, token, units };
  await post(tx, [returnPosting(money, isBooked ? 'unapplied' : 'merchant_balance', unapplied_id, now)]);
  if (!isBooked && environment === 'live')
    await holdOutgoing(ctx, tx, [{ merchant_id: merchantId, chain, token: transfer.token }], takenBack);
}

/** If the customer gave the address, and it took no money, the customer is asked for another. */
async function fail(ctx: Context, tx: Sql, row: UnappliedRow, transfer: TransferRow): Promise<void> {
  const { failure_reason, failure_message } = transfer;
  const isBooked = (await selectBookedUnits(tx, row.arrival_id)) > 0n;
  const changes = { failure_reason, failure_message, returned_to: null };
  const ended = { ...changes, claim_expires_at: null, claim_emailed: false };
  const isAskedAgain = isBooked && row.claim_expires_at !== null && isRefused(transfer);
  const moved = await moveUnapplied(tx, isBooked ? 'fail' : 'reverse', row, isAskedAgain ? changes : ended);
  if (moved && isAskedAgain) await askAgain(ctx, tx, { ...moved, token: transfer.token });
}

/** A return that was announced as sent, and whose transfer ends a second time after a reorganisation. */
export const reopenedReturn: ReopenedKind<UnappliedRow> = {
  kind: 'return',
  update: updateReturnedAgain,
  back: (row, at) => returnBackPosting(merchantMoney(row), row.unapplied_id, at),
};
