import { dayMs, hourMs } from '../../../lib/durations.ts';
import { laterMs, soonMs } from '../retry-delays.ts';
import type { Outcome, TransferRow } from '../transfer.ts';
import { type Funds, feeProblem } from './funds.ts';
import type { SolanaSender } from './solana-sender.ts';

/** A transfer fails after waiting this long for money in the treasury. */
const waitForFundsMs = 7 * dayMs;

export function waitForFunds(sender: SolanaSender, transfer: TransferRow, funds: Funds): Outcome {
  const poor = feeProblem(sender, funds);
  if (poor) return wait(sender, transfer, poor);
  const { transfer_id: transferId, created_at } = transfer;
  const why = 'The treasury holds too little.';
  if (sender.ctx.clock.nowMs() - created_at.getTime() < waitForFundsMs) return wait(sender, transfer, why);
  const message = `${why} It was not enough for 7 days.`;
  return { transferId, result: 'failed', txHash: null, reason: 'INSUFFICIENT_FUNDS', message };
}

/** The nonce is free within a minute, unless its payment is stuck. */
export function waitForNonce({ ctx, chain }: SolanaSender, { transfer_id }: TransferRow): Outcome {
  const problem = 'Another payment that uses its durable nonce is paid first.';
  const dueAt = new Date(ctx.clock.nowMs() + laterMs(chain));
  return { transferId: transfer_id, result: 'waiting', problem, dueAt };
}

/** Retries soon in the first hour, since most waits end with a sweep or a block. */
export function wait({ ctx, chain }: SolanaSender, transfer: TransferRow, problem: string): Outcome {
  const nowMs = ctx.clock.nowMs();
  const isNew = nowMs - transfer.created_at.getTime() < hourMs;
  const dueAt = new Date(nowMs + (isNew ? soonMs(chain) : laterMs(chain)));
  return { transferId: transfer.transfer_id, result: 'waiting', problem, dueAt };
}
