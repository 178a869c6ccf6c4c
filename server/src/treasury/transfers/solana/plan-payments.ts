import { nonceValueOf } from '../../../chains/solana/sender-node.ts';
import { tokenAccountOf } from '../../../chains/solana/token-account.ts';
import { compareAgain, shortOfMoney, shortTokens } from '../../ledger/shortage.ts';
import { behindAnother, duePayments, type NamedTransfer, nameDue, othersOfSeries } from '../pay-ids.ts';
import type { Outcome, TransferRow } from '../transfer.ts';
import { recordOutcomes } from '../transfers.ts';
import { endAsPaid, holdUnknown, paidSomethingElse } from '../unknown-payments.ts';
import { openBatch } from './batches.ts';
import { staleCold } from './cold/plan-cold.ts';
import { type Funds, needsSol, readFunds } from './funds.ts';
import { nonceNumberOf } from './nonces.ts';
import { requestSweepsFor } from './plan-sweeps.ts';
import { isReceipt, paidUnseen, receiptOf } from './receipts.ts';
import { refusal, rehearse } from './rehearse-payment.ts';
import { findPaid } from './search/paid-before.ts';
import { searchTreasuries } from './search/unknown-on-solana.ts';
import type { SolanaSender } from './solana-sender.ts';
import { selectOpenSolana } from './solana-store.ts';
import { wait, waitForFunds, waitForNonce } from './waiting-outcomes.ts';

const maxDue = 100;

/** Gives each due transfer its own transaction, so that a failure affects no other. */
export async function planPayments(sender: SolanaSender, nonces: readonly string[]): Promise<void> {
  const { ctx } = sender;
  const due = await duePayments(ctx, sender.chain, maxDue);
  if (due.length === 0) return;
  const taken = new Set((await selectOpenSolana(ctx.db)).map(({ nonce_account }) => nonce_account));
  const funds = await readFunds(sender);
  const isBlocked = await hasUnknown(sender, funds, due);
  const scarce = await shortTokens(ctx.db, 'solana');
  if (due.some(({ token }) => scarce.has(token))) await compareAgain(ctx, 'solana');
  const { named, behind } = await nameDue(ctx.db, 'solana', due);
  const later = behind.map((transfer) => wait(sender, transfer, behindAnother));
  for (const transfer of named) {
    const nonceAccount = nonces[nonceNumberOf(transfer.pay_id)] ?? '';
    if (taken.has(nonceAccount)) {
      // Many that wait for one nonce must not keep those behind them from being looked at.
      if (due.length === maxDue) later.push(waitForNonce(sender, transfer));
      continue;
    }
    // One whose history cannot be read must not block the others.
    const isScarce = scarce.has(transfer.token);
    const planned = { transfer, nonceAccount, isBlocked, isScarce };
    const outcome = await planOne(sender, planned, funds).catch((error: unknown) =>
      wait(sender, transfer, error instanceof Error ? error.message : String(error)),
    );
    if (outcome) await recordOutcomes(ctx, null, [outcome]);
    // A transfer that waits leaves its nonce to the next one.
    else taken.add(nonceAccount);
  }
  if (later.length > 0) await recordOutcomes(ctx, null, later);
  for (const token of ['SOL', 'USDC'] as const)
    if (funds.missing[token] > 0n) await requestSweepsFor(sender, token, funds.missing[token]);
}

/** While a node leaves out what left the treasury, nothing is sent, and each transfer says why. */
async function hasUnknown(
  sender: SolanaSender,
  { slot }: Funds,
  due: readonly TransferRow[],
): Promise<boolean> {
  try {
    return (await searchTreasuries(sender, slot)).isUnknown;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const waiting = due.map((transfer) => wait(sender, transfer, why));
    await recordOutcomes(sender.ctx, null, waiting);
    throw error;
  }
}

interface Planned {
  transfer: NamedTransfer;
  nonceAccount: string;
  /** Whether the treasury has made payments that the database does not know. */
  isBlocked: boolean;
  /** Whether less of its token is there than is owed to merchants. */
  isScarce: boolean;
}

/** Null if the transfer has a transaction now, is held, or another worker took it. */
async function planOne(sender: SolanaSender, planned: Planned, funds: Funds): Promise<Outcome | null> {
  const { chain, node } = sender;
  const { transfer, nonceAccount } = planned;
  const { token, to_address: to, units } = transfer;
  if (token !== 'SOL' && token !== 'USDC') return wait(sender, transfer, `solana has no ${token}.`);
  const paid = await paidOutcome(sender, planned, funds.slot);
  if (paid) return paid;
  if (planned.isBlocked && (await holdUnknown(sender.ctx, [transfer])).length === 0) return null;
  if (planned.isScarce) return wait(sender, transfer, shortOfMoney);
  const stale = transfer.kind === 'cold' ? await staleCold(sender, transfer, funds) : null;
  if (stale !== null)
    return {
      transferId: transfer.transfer_id,
      result: 'failed',
      txHash: null,
      reason: 'NOT_NEEDED',
      message: stale,
    };
  const receiptAt = await receiptOf(sender, transfer.pay_id);
  const read = [to, await tokenAccountOf(to, chain.usdcMint), nonceAccount, receiptAt];
  const { accounts, slot } = await node.accounts(read);
  const [receiver = null, tokens = null, nonce = null, receipt = null] = accounts;
  if (isReceipt(sender.ctx, receipt)) return wait(sender, transfer, paidUnseen(receiptAt));
  if (funds.held[token] < BigInt(units)) {
    funds.missing[token] += BigInt(units) - (funds.held[token] > 0n ? funds.held[token] : 0n);
    return waitForFunds(sender, transfer, funds);
  }
  const refused = refusal(transfer, receiver, tokens, funds);
  if (refused) return { transferId: transfer.transfer_id, result: 'failed', txHash: null, ...refused };
  // A receiver may have changed in a block that is not final yet, and the payment would come after that.
  const { accounts: newer } = await node.accounts(read, slot, 'confirmed');
  const soon = refusal(transfer, newer[0] ?? null, newer[1] ?? null, funds);
  if (soon) return wait(sender, transfer, `${soon.message} That is not final yet.`);
  if (nonceValueOf(nonce) === null)
    return wait(sender, transfer, `The durable nonces are not made yet. ${needsSol(sender)}`);
  const problem = await rehearse(sender, transfer, funds, token === 'USDC' && !tokens);
  if (problem) return wait(sender, transfer, problem);
  funds.held[token] -= BigInt(units);
  await openBatch(sender, 'pay', [transfer], nonceAccount);
  return null;
}

async function paidOutcome(
  sender: SolanaSender,
  { transfer }: Planned,
  slot: number,
): Promise<Outcome | null> {
  const { ctx, chain, rules } = sender;
  const paid = rules.searchesHistory ? await findPaid(sender, transfer, slot) : null;
  if (!paid) return null;
  if (!paid.isFinal)
    return wait(sender, transfer, `It was paid in ${paid.txHash}, which is not finalized yet.`);
  const candidates = [transfer, ...(await othersOfSeries(ctx, chain.id, transfer))];
  return (
    (await endAsPaid(ctx, chain.id, paid, candidates, transfer.pay_id)) ??
    wait(sender, transfer, paidSomethingElse(paid))
  );
}
