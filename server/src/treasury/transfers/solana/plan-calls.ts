import { isSignedBy } from '../../../chains/solana/solana-call.ts';
import { solanaChain } from '../../../chains/solana/solana-chain.ts';
import { selectDue } from '../store.ts';
import type { Outcome, TransferRow } from '../transfer.ts';
import { recordOutcomes } from '../transfers.ts';
import { openBatch } from './batches.ts';
import { type Funds, readFunds } from './funds.ts';
import { type CallTransaction, callTransaction } from './messages/call-transaction.ts';
import { requestSweepsFor } from './plan-sweeps.ts';
import { rehearseCall } from './rehearse-call.ts';
import type { SolanaSender } from './solana-sender.ts';
import { wait, waitForFunds } from './waiting-outcomes.ts';

const atOnce = 4;

/** Gives each due call a transaction. */
export async function planCalls(sender: SolanaSender): Promise<void> {
  const { ctx } = sender;
  const due = await selectDue(ctx.db, 'solana', ctx.clock.now(), 'calls', atOnce);
  if (due.length === 0) return;
  const funds = await readFunds(sender);
  for (const transfer of due) {
    // One whose history cannot be read must not block the others.
    const outcome = await planCall(sender, transfer, funds).catch((error: unknown) =>
      wait(sender, transfer, error instanceof Error ? error.message : String(error)),
    );
    if (outcome) await recordOutcomes(ctx, null, [outcome]);
  }
  for (const token of ['SOL', 'USDC'] as const)
    if (funds.missing[token] > 0n) await requestSweepsFor(sender, token, funds.missing[token]);
}

/** Null if the call has a transaction now, or another worker took it. */
async function planCall(sender: SolanaSender, transfer: TransferRow, funds: Funds): Promise<Outcome | null> {
  const { transfer_id: transferId } = transfer;
  const made = await callTransaction(sender, transfer);
  const txHash = await madeBefore(sender, made, funds.slot);
  if (txHash !== null) return { transferId, result: 'completed', txHash };
  const spends = isSignedBy(made.call, sender.signer.treasury);
  const units = BigInt(transfer.units);
  const token = transfer.token === 'SOL' ? 'SOL' : 'USDC';
  if (spends && funds.held[token] < units) {
    funds.missing[token] += units - (funds.held[token] > 0n ? funds.held[token] : 0n);
    return waitForFunds(sender, transfer, funds);
  }
  const problem = await rehearseCall(sender, made, { token, units }, funds);
  if (problem !== null) return wait(sender, transfer, problem);
  if (spends) funds.held[token] -= units;
  await openBatch(sender, spends ? 'spend' : 'call', [transfer]);
  return null;
}

/**
 * The finalized transaction that created a call's account, which proves that the call was made. Null if there is none.
 */
export async function madeBefore(
  { node, reads }: SolanaSender,
  { made }: Pick<CallTransaction, 'made'>,
  atLeast: number,
): Promise<string | null> {
  if (made === null) return null;
  const { slot, accounts } = await node.accounts([made], atLeast);
  const [account] = accounts;
  // Anybody can send SOL to the address, but only the call assigns it to a program.
  if (!account || account.program === solanaChain.systemProgram) return null;
  const history = await reads.history(made, { commitment: 'finalized', atLeast: slot, downTo: 0 });
  const first = history.findLast(({ isFailed }) => !isFailed);
  if (!first) throw new Error(`the node has ${made} and not the transaction that made it`);
  return first.signature;
}
