import { tokenDecimals } from '../../lib/chains/registry.ts';
import { formatTokenAmount } from '../../lib/money.ts';
import { cancelForOperator } from '../../payments/refunds/end-refunds.ts';
import { releaseHeld } from '../../payments/refunds/hold-refunds.ts';
import { selectRefundsById } from '../../payments/refunds/refunds.ts';
import { failTransfer } from '../../treasury/transfers/hold-transfers.ts';
import { transferStatuses } from '../../treasury/transfers/states.ts';
import type { TransferRow } from '../../treasury/transfers/transfer.ts';
import { retryTransfer, selectTransfers, showTransfer } from '../../treasury/transfers/transfers.ts';
import { type Command, UsageError, type Values } from '../command.ts';
import { withContext } from '../database.ts';
import { print } from '../output.ts';
import { unknownPaymentCommands } from './unknown-payments.ts';

const shownAtOnce = 100;

export const transferCommands: Command[] = [
  {
    name: 'transfers list',
    usage: '[--status STATUS]',
    summary: 'List live transfers that have not ended, newest first: refunds, returns, sweeps, payouts.',
    help: [`--status STATUS  only these: ${transferStatuses.join(', ')}`],
    options: { status: { type: 'string' } },
    args: [],
    async run(values) {
      const status = statusIn(values);
      const rows = await withContext((ctx) => selectTransfers(ctx.db, status, shownAtOnce));
      print(values, rows.map(asLine));
    },
  },
  {
    name: 'transfers show',
    usage: 'TRANSFER_ID',
    summary: 'Show one transfer, with the transactions that were signed for it.',
    options: {},
    args: ['transfer_id'],
    async run(values, { transfer_id: id = '' }) {
      const found = await withContext((ctx) => showTransfer(ctx, id));
      if (!found) throw new UsageError(`There is no transfer ${id}.`);
      const { transfer, signatures, onSolana } = found;
      const signed = [
        ...signatures.map(({ nonce, attempt, tx_hash }) => ({ nonce: Number(nonce), attempt, tx_hash })),
        ...onSolana.map(({ lifetime, attempt, tx_hash }) => ({ nonce: lifetime, attempt, tx_hash })),
      ].map((one) => (values['json'] ? one : `nonce ${one.nonce}: ${one.tx_hash}`));
      print(values, {
        ...asLine(transfer),
        source: transfer.source,
        pay_id: transfer.pay_id,
        tx_hash: transfer.tx_hash,
        attempts: transfer.attempts,
        next_try_at: transfer.due_at?.toISOString() ?? null,
        ended_at: transfer.ended_at?.toISOString() ?? null,
        signed,
      });
    },
  },
  {
    name: 'transfers retry',
    usage: 'TRANSFER_ID',
    summary: 'Try a transfer that waits again now. One that has ended stays ended: refund again instead.',
    options: {},
    args: ['transfer_id'],
    async run(values, { transfer_id: id = '' }) {
      const found = await withContext(async (ctx) => {
        const isDue = await retryTransfer(ctx, id);
        const shown = await showTransfer(ctx, id);
        return shown && { isDue, transfer: shown.transfer };
      });
      if (!found) throw new UsageError(`There is no transfer ${id}.`);
      if (found.isDue && found.transfer.held_reason)
        throw new UsageError(
          `${id} is held: ${found.transfer.held_reason} See "transfers release" and "cancel".`,
        );
      if (!found.isDue) throw new UsageError(`${id} is ${found.transfer.status}: it does not wait.`);
      print(values, asLine(found.transfer));
    },
  },
  {
    name: 'transfers release',
    usage: 'TRANSFER_ID',
    summary: 'Send a transfer that is held because the chain took back the money that it is for.',
    options: {},
    args: ['transfer_id'],
    async run(values, { transfer_id: id = '' }) {
      const found = await withContext(async (ctx) => {
        const isReleased = await releaseHeld(ctx, id);
        const shown = await showTransfer(ctx, id);
        return shown && { isReleased, transfer: shown.transfer };
      });
      if (!found) throw new UsageError(`There is no transfer ${id}.`);
      if (!found.isReleased) throw new UsageError(`${id} is ${found.transfer.status} and not held.`);
      print(values, asLine(found.transfer));
    },
  },
  {
    name: 'transfers cancel',
    usage: 'TRANSFER_ID',
    summary:
      'End a transfer that waits, or a refund that waits for its balance or an address. Its refund fails, and what should be ' +
      'returned is open again.',
    options: {},
    args: ['transfer_id'],
    async run(values, { transfer_id: id = '' }) {
      const found = await withContext(async (ctx) => {
        const shown = await showTransfer(ctx, id);
        const [refund] = shown ? [] : await selectRefundsById(ctx.db, [id]);
        if (refund && (await cancelForOperator(ctx, refund))) return { refund };
        if (shown?.transfer.kind === 'sweep') throw new UsageError(`${id} is a sweep: it goes on.`);
        if (shown?.transfer.status === 'waiting' && !(await failTransfer(ctx, id)))
          throw new UsageError(
            `${id} may have been paid. Say "transfers release ${id}": a worker then finds out, and pays nothing twice.`,
          );
        return { before: shown?.transfer, after: (await showTransfer(ctx, id))?.transfer };
      });
      if ('refund' in found) {
        print(values, { transfer_id: id, kind: 'refund', status: 'failed' });
        return;
      }
      if (!found.before || !found.after) throw new UsageError(`There is no transfer ${id}.`);
      if (found.before.status !== 'waiting')
        throw new UsageError(`${id} is ${found.before.status}: it does not wait.`);
      print(values, asLine(found.after));
    },
  },
  ...unknownPaymentCommands,
];

function statusIn(values: Values) {
  const given = values['status'];
  if (given === undefined) return null;
  const status = transferStatuses.find((one) => one === given);
  if (!status) throw new UsageError(`--status must be one of ${transferStatuses.join(', ')}.`);
  return status;
}

function asLine(row: TransferRow) {
  const amount = formatTokenAmount(BigInt(row.units), tokenDecimals(row.chain, row.token));
  return {
    transfer_id: row.transfer_id,
    kind: row.kind,
    status: row.status,
    chain: row.chain,
    amount: `${amount} ${row.token}`,
    to: row.to_address,
    created_at: row.created_at.toISOString(),
    problem: row.held_reason ?? row.problem ?? row.failure_reason,
  };
}
