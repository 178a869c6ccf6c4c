import type { Context } from '../../app/context.ts';
import { tokenDecimals } from '../../lib/chains/registry.ts';
import { minuteMs } from '../../lib/durations.ts';
import { isRefusal } from '../../platform/db/errors.ts';
import type { Task } from '../../platform/jobs/task.ts';
import type { Outcome, TransferRow } from '../../treasury/transfers/transfer.ts';
import { dueTestTransfers, nextDueTestTransfer, recordOutcomes } from '../../treasury/transfers/transfers.ts';
import { updateRefundTransaction } from '../refunds/refunds.ts';
import { simulatedAddress, simulatedTxHash } from './addresses.ts';
import { transferFailure } from './outcomes.ts';
import { insertTransactions, type SimulatedTransaction, selectByHash } from './simulated-transaction.ts';
import { selectRefund } from './store.ts';

const batchSize = 50;
const confirmsAfterMs = 2000;
/** One that cannot be carried out is tried again after this long. */
const againAfterMs = minuteMs;

/**
 * Carries out test transfers: a transaction on a simulated chain, final after two seconds. Its hash comes from the
 * transfer's id and is inserted once, so workers may do the same at the same time, or be killed.
 */
export const simulatedTransfers: Task = {
  name: 'simulated-transfers',
  async run(ctx) {
    const due = await dueTestTransfers(ctx, batchSize);
    const outcomes: Outcome[] = [];
    for (const transfer of due) outcomes.push(await carryOutAlone(ctx, transfer));
    if (due.length > 0) await recordOutcomes(ctx, null, outcomes);
    return due.length;
  },
  nextDueAt: ({ db }) => nextDueTestTransfer(db),
};

/** One that cannot be carried out must not stop those of other merchants. */
async function carryOutAlone(ctx: Context, transfer: TransferRow): Promise<Outcome> {
  try {
    return await carryOut(ctx, transfer);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { transfer_id: transferId } = transfer;
    ctx.log.error({ err: error, transferId }, 'could not carry out a test transfer, will retry');
    const dueAt = new Date(ctx.clock.nowMs() + againAfterMs);
    const problem = 'It could not be carried out. The log of the worker says why.';
    return { transferId, result: 'waiting', problem, dueAt };
  }
}

async function carryOut(ctx: Context, transfer: TransferRow): Promise<Outcome> {
  const { transfer_id: transferId } = transfer;
  const txHash = simulatedTxHash(transfer.chain, transferId);
  const sent = (await selectByHash(ctx.db, txHash)) ?? (await send(ctx, transfer, txHash));
  if (sent.final_at > ctx.clock.now())
    return {
      transferId,
      result: 'waiting',
      problem: 'Its transaction is not final yet.',
      dueAt: sent.final_at,
    };
  if (sent.failure_reason === null) return { transferId, result: 'completed', txHash };
  const message = sent.failure_message ?? '';
  return { transferId, result: 'failed', txHash, reason: sent.failure_reason, message };
}

/** Payouts and exchanges of exactly 6.66 fail too, so that merchants can try it. Null for an amount that is not whole cents. */
function wholeCents({ transfer_id, kind, chain, token, units }: TransferRow): bigint | null {
  const cent = 10n ** BigInt(tokenDecimals(chain, token) - 2);
  const canFail = kind === 'payout' || transfer_id.includes(':call:');
  return canFail && BigInt(units) % cent === 0n ? BigInt(units) / cent : null;
}

/** A refund leaves from where its payment arrived. */
async function send(ctx: Context, transfer: TransferRow, txHash: string): Promise<SimulatedTransaction> {
  const now = ctx.clock.now();
  const refund = transfer.kind === 'refund' ? await selectRefund(ctx.db, transfer.source) : null;
  const failure = transferFailure(refund?.amount_minor ?? wholeCents(transfer));
  const transaction: SimulatedTransaction = {
    tx_hash: txHash,
    chain: transfer.chain,
    token: transfer.token,
    token_units: transfer.units,
    from_address: simulatedAddress(transfer.chain, refund?.payment_id ?? 'treasury'),
    to_address: transfer.to_address,
    broadcast_at: now,
    final_at: new Date(now.getTime() + confirmsAfterMs),
    failure_reason: failure?.failureReason ?? null,
    failure_message: failure?.failureMessage ?? null,
  };
  await insertTransactions(ctx.db, [transaction]);
  if (refund) await updateRefundTransaction(ctx.db, transfer.source, txHash);
  return transaction;
}
