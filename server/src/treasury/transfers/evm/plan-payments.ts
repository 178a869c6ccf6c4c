import type { SenderView } from '../../../chains/evm/sender-node.ts';
import { dayMs } from '../../../lib/durations.ts';
import { waitsForCap } from '../../../messages/alarms/capped.ts';
import { compareAgain, isComparedAfter, shortOfMoney, shortTokens } from '../../ledger/shortage.ts';
import { behindAnother, duePayments, type NamedTransfer, nameDue, othersOfSeries } from '../pay-ids.ts';
import { laterMs, soonMs } from '../retry-delays.ts';
import type { Outcome, TransferRow } from '../transfer.ts';
import { recordOutcomes } from '../transfers.ts';
import { endAsPaid, holdUnknown, paidSomethingElse } from '../unknown-payments.ts';
import { selectJump, updateJump } from './batch-store.ts';
import { createBatch, hasRoom } from './batches.ts';
import { findPaid } from './paid-before.ts';
import { requestSweepsFor } from './plan-sweeps.ts';
import type { Sender } from './sender.ts';
import { shareCap } from './share-cap.ts';
import { hasPaidUnknown } from './unknown-on-evm.ts';
import { contractOf, encodePay } from './vault-calls.ts';
import { readFunds, readListed, readPaid } from './vault-state.ts';

/** Payments per transaction. */
const batchSize = 20;
/** A transfer fails after waiting this long for money in the vault. */
const waitForFundsMs = 7 * dayMs;

/** Puts due transfers that can be paid into a batch. The others get the reason why they wait. */
export async function planPayments(sender: Sender, view: SenderView): Promise<void> {
  const { ctx, chain } = sender;
  const due = await duePayments(ctx, chain, batchSize);
  if (due.length === 0 || !(await hasRoom(sender))) return;
  const known = due.filter(({ token }) => contractOf(chain, token) !== null);
  const unknown = due.filter((transfer) => !known.includes(transfer));
  const { named, behind } = await nameDue(ctx.db, chain.id, known);
  const paid = await readPaid(sender, named);
  const before = await paidOutcomes(sender, view, paid);
  const unpaid = await sendable(
    sender,
    view,
    named.filter((transfer) => !paid.includes(transfer)),
  );
  const { ready, early } = await comparedFor(sender, view, unpaid);
  const { payable, short } = await divide(sender, view, ready);
  const outcomes = [
    ...early,
    ...unknown.map((transfer) =>
      wait(sender, transfer, `${chain.id} has no contract for ${transfer.token}.`),
    ),
    ...behind.map((transfer) => wait(sender, transfer, behindAnother)),
    ...before,
    ...short,
  ];
  if (outcomes.length > 0) await recordOutcomes(ctx, null, outcomes);
  if (payable.length === 0) return;
  const call = { to: sender.vault, data: encodePay(chain, payable), value: 0n };
  await createBatch(sender, view, 'pay', payable, call);
}

/**
 * Splits transfers into those that may be sent and those that wait for a comparison of the ledger with the chain: all, if the
 * chain has transactions of the operator that the database does not know, as after a restored backup; otherwise those in a
 * token of which less is there than is owed.
 */
async function comparedFor(
  sender: Sender,
  view: SenderView,
  unpaid: readonly NamedTransfer[],
): Promise<{ ready: NamedTransfer[]; early: Outcome[] }> {
  const { ctx, chain, signer } = sender;
  if (unpaid.length === 0) return { ready: [], early: [] };
  await updateJump(ctx.db, chain.id, signer.address, { seen: view.latestNonce, now: ctx.clock.now() });
  const jumpedAt = await selectJump(ctx.db, chain.id, signer.address);
  const isOlder = jumpedAt !== null && !(await isComparedAfter(ctx.db, chain.id, jumpedAt));
  const scarce = await shortTokens(ctx.db, chain.id);
  const early = unpaid.flatMap((transfer): Outcome[] => {
    if (isOlder) return [wait(sender, transfer, notCompared)];
    return scarce.has(transfer.token) ? [wait(sender, transfer, shortOfMoney)] : [];
  });
  if (early.length > 0) await compareAgain(ctx, chain.id);
  return { ready: unpaid.filter(({ token }) => !isOlder && !scarce.has(token)), early };
}

const notCompared =
  'The operator has sent transactions that the database does not know: the ledger is compared with the chain first.';

/** Holds transfers while the vault has made payments that the database does not know. */
async function sendable(sender: Sender, view: SenderView, unpaid: NamedTransfer[]): Promise<NamedTransfer[]> {
  if (unpaid.length === 0 || !(await hasPaidUnknown(sender, view))) return unpaid;
  return holdUnknown(sender.ctx, unpaid);
}

/** Outcomes of transfers whose ids the vault used before a backup was restored. */
async function paidOutcomes(
  sender: Sender,
  view: SenderView,
  transfers: readonly NamedTransfer[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const transfer of transfers) {
    // One whose history cannot be read must not block the others.
    const outcome = await paidOutcome(sender, view, transfer).catch((error: unknown) =>
      wait(sender, transfer, error instanceof Error ? error.message : String(error)),
    );
    outcomes.push(outcome);
  }
  return outcomes;
}

async function paidOutcome(sender: Sender, view: SenderView, transfer: NamedTransfer): Promise<Outcome> {
  const { ctx, chain } = sender;
  const found = await findPaid(sender, transfer, view);
  if (found === 'too old') {
    const { transfer_id: transferId } = transfer;
    ctx.log.error({ chain: chain.id, transferId }, 'transfer was paid before, too long ago to be found');
    return wait(sender, transfer, 'The vault has paid it, too long ago to find the transaction.');
  }
  if (!found?.isFinal)
    return wait(
      sender,
      transfer,
      'The vault has paid it, in a block that is not final yet, or that the node does not show.',
    );
  const candidates = [transfer, ...(await othersOfSeries(ctx, chain.id, transfer))];
  return (
    (await endAsPaid(ctx, chain.id, found, candidates, transfer.pay_id)) ??
    wait(sender, transfer, paidSomethingElse(found))
  );
}

/** Splits transfers into payable and waiting by the vault's funds and cap. Requests sweeps for what is missing. */
async function divide(
  sender: Sender,
  view: SenderView,
  transfers: readonly NamedTransfer[],
): Promise<{ payable: NamedTransfer[]; short: Outcome[] }> {
  const payable: NamedTransfer[] = [];
  const short: Outcome[] = [];
  const listed = await readListed(sender, transfers);
  for (const token of new Set(transfers.map((transfer) => transfer.token))) {
    const funds = await readFunds(sender, view, token);
    const ofToken = transfers.filter((one) => one.token === token);
    const unlisted = ofToken.filter((one) => !listed.has(one.to_address));
    // What the vault cannot pay takes no part of the cap from others.
    const fundable = unlisted.filter(({ units }) => BigInt(units) <= funds.held);
    const within = await shareCap(sender, token, funds, fundable);
    let missing = 0n;
    for (const transfer of ofToken) {
      const units = BigInt(transfer.units);
      const isCapped = unlisted.includes(transfer) && !within.has(transfer.transfer_id);
      if (funds.held >= units && !isCapped) {
        payable.push(transfer);
        funds.held -= units;
      } else {
        if (funds.held < units) missing += units - funds.held;
        const why = isCapped && funds.held >= units ? waitsForCap : 'The vault holds too little.';
        short.push(waitForFunds(sender, transfer, why));
      }
    }
    if (missing > 0n) await requestSweepsFor(sender, token, missing);
  }
  return { payable, short };
}

function waitForFunds(sender: Sender, transfer: TransferRow, why: string): Outcome {
  const { transfer_id: transferId, created_at } = transfer;
  if (sender.ctx.clock.nowMs() - created_at.getTime() < waitForFundsMs) return wait(sender, transfer, why);
  const message = `${why} It was not enough for 7 days.`;
  return { transferId, result: 'failed', txHash: null, reason: 'INSUFFICIENT_FUNDS', message };
}

/** Retries soon in the first hour, since most waits end with a sweep or a block. */
function wait({ ctx, chain }: Sender, transfer: TransferRow, problem: string): Outcome {
  const nowMs = ctx.clock.nowMs();
  const isNew = nowMs - transfer.created_at.getTime() < 3_600_000;
  const dueAt = new Date(nowMs + (isNew ? soonMs(chain) : laterMs(chain)));
  return { transferId: transfer.transfer_id, result: 'waiting', problem, dueAt };
}
