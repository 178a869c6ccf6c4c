import type { Address } from 'viem';
import type { MinedTransaction } from '../../../chains/evm/sender-node.ts';
import { depositAddress } from '../../../chains/evm/vault.ts';
import { waitsForCap } from '../../../messages/alarms/capped.ts';
import { laterMs, soonMs } from '../retry-delays.ts';
import type { Outcome, TransferRow } from '../transfer.ts';
import type { BatchRow } from './batch-store.ts';
import type { Sender } from './sender.ts';
import { flushFailed, type PayFailure, payResult } from './vault-calls.ts';

/** Reads the outcome of each transfer from the logs of a final transaction. */
export function outcomesOf(
  sender: Sender,
  { call }: BatchRow,
  transfers: readonly TransferRow[],
  mined: MinedTransaction,
): Outcome[] {
  const { ctx, chain } = sender;
  if (call === 'call') return transfers.map(({ transfer_id }) => called(transfer_id, mined));
  if (mined.succeeded && call === 'settle')
    return transfers.map(({ transfer_id: transferId }) => ({
      transferId,
      result: 'completed',
      txHash: mined.hash,
    }));
  if (!mined.succeeded) {
    ctx.log.error({ chain: chain.id, txHash: mined.hash }, 'transaction of transfers reverted, will retry');
    return transfers.map((transfer) => wait(sender, transfer, `Transaction ${mined.hash} reverted.`));
  }
  return transfers.map((transfer) =>
    call === 'flush' ? swept(sender, transfer, mined) : paid(sender, transfer, mined),
  );
}

/** A reverted call changed nothing. The route that requested it decides what to do instead. */
function called(transferId: string, { hash: txHash, succeeded }: MinedTransaction): Outcome {
  if (succeeded) return { transferId, result: 'completed', txHash };
  const message = `Transaction ${txHash} reverted. Nothing was exchanged.`;
  return { transferId, result: 'failed', txHash, reason: 'REVERTED', message };
}

function swept(sender: Sender, transfer: TransferRow, { hash, logs }: MinedTransaction): Outcome {
  const { chain, vault } = sender;
  const deposit = depositAddress(vault as Address, transfer.source);
  return flushFailed(chain, vault, deposit, transfer.token, logs)
    ? wait(sender, transfer, 'The token refused to move.')
    : { transferId: transfer.transfer_id, result: 'completed', txHash: hash };
}

function paid(sender: Sender, transfer: TransferRow, { hash, logs }: MinedTransaction): Outcome {
  const { transfer_id: transferId } = transfer;
  const told = payResult(sender.vault, transfer.pay_id, logs);
  if (told === 'paid') return { transferId, result: 'completed', txHash: hash };
  if (told === null) return wait(sender, transfer, `Transaction ${hash} did not name it.`);
  const why = failures[told.failure];
  return 'reason' in why
    ? { transferId, result: 'failed', txHash: hash, ...why }
    : wait(sender, transfer, why.problem);
}

const failures: Record<PayFailure, { problem: string } | { reason: string; message: string }> = {
  // The next planning finds the transaction that paid it.
  already_paid: { problem: 'The vault has paid it before.' },
  over_cap: { problem: waitsForCap },
  short_of_funds: { problem: 'The vault held too little.' },
  invalid: { reason: 'INVALID_ADDRESS', message: 'The address cannot receive money from the vault.' },
  refused: {
    reason: 'RECIPIENT_REFUSED',
    message: 'The token or the recipient refused the transfer. Nothing was sent.',
  },
};

/** Backs off with each attempt, since attempts cost gas. */
function wait({ ctx, chain }: Sender, transfer: TransferRow, problem: string): Outcome {
  const delayMs =
    transfer.attempts === 0 ? soonMs(chain) : laterMs(chain) * 2 ** Math.min(transfer.attempts - 1, 5);
  const dueAt = new Date(ctx.clock.nowMs() + delayMs);
  return { transferId: transfer.transfer_id, result: 'waiting', problem, dueAt };
}
