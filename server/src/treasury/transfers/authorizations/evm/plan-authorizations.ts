import type { Hex } from 'viem';
import { authorizationCall } from '../../../../chains/evm/authorization.ts';
import { type AuthorizationReads, readAuthorization } from '../../../../chains/evm/authorization-reads.ts';
import type { SenderView } from '../../../../chains/evm/sender-node.ts';
import type { Sql } from '../../../../platform/db/client.ts';
import { createBatch, hasRoom } from '../../evm/batches.ts';
import { finalNumber, type Sender } from '../../evm/sender.ts';
import { soonMs } from '../../retry-delays.ts';
import { selectDue } from '../../store.ts';
import type { Outcome, TransferRow } from '../../transfer.ts';
import { recordOutcomes } from '../../transfers.ts';
import { type AuthorizationRow, type DueAuthorization, selectAuthorization } from '../authorization-store.ts';
import { leastSeconds, maxSettleGas, maxSettling } from '../limits.ts';
import { coversSending } from '../payer-funds.ts';

const atOnce = 20;

/** Gives each due payment by signature a transaction, if the chain would take it now. */
export async function planAuthorizations(sender: Sender, view: SenderView): Promise<void> {
  const { ctx, chain } = sender;
  let problem: unknown;
  for (const transfer of await selectDue(ctx.db, chain.id, ctx.clock.now(), 'authorizations', atOnce)) {
    const row = await selectAuthorization(ctx.db, transfer.transfer_id);
    if (!row || !(await hasRoom(sender, maxSettling))) continue;
    // One that a node chokes on must not stop those of others.
    await planOne(sender, view, transfer, row).catch((error: unknown) => {
      problem ??= error;
    });
  }
  if (problem !== undefined) throw problem;
}

async function planOne(
  sender: Sender,
  view: SenderView,
  transfer: TransferRow,
  row: DueAuthorization,
): Promise<void> {
  const { ctx, chain, node } = sender;
  const signed = authorizationOf(row, transfer);
  const readAt = ctx.clock.now();
  const found = await readAuthorization(node, row.contract, signed, finalNumber(chain, view));
  const funds = { units: found.balance, block: view.head.number, readAt };
  const isCovered = (tx: Sql) => coversSending(tx, row, signed.units, funds);
  const outcome =
    outcomeOf(sender, view, transfer, row, found) ??
    ((await isCovered(ctx.db))
      ? null
      : waitSoon(sender, transfer, 'Other payments of the wallet are sent first.'));
  if (outcome) {
    await recordOutcomes(ctx, null, [outcome]);
    return;
  }
  const call = { to: row.contract, data: authorizationCall(signed), value: 0n, maxGas: maxSettleGas };
  await createBatch(sender, view, 'settle', [transfer], call, isCovered);
}

function waitSoon(
  { ctx, chain }: Sender,
  { transfer_id: transferId }: TransferRow,
  problem: string,
): Outcome {
  const dueAt = new Date(ctx.clock.nowMs() + soonMs(chain));
  return { transferId, result: 'waiting', problem, dueAt };
}

/** Null if it is to be sent now. Decided by the chain's state, and by whether the payment still waits for money. */
function outcomeOf(
  sender: Sender,
  view: SenderView,
  transfer: TransferRow,
  row: DueAuthorization,
  found: AuthorizationReads,
): Outcome | null {
  const { ctx, chain } = sender;
  const { transfer_id: transferId } = transfer;
  const fail = (reason: string, message: string): Outcome => ({
    transferId,
    result: 'failed',
    txHash: null,
    reason,
    message,
  });
  const wait = (problem: string) => waitSoon(sender, transfer, problem);
  const headSeconds = BigInt(Math.floor(view.head.time.getTime() / 1000));
  // By the clock too: a lagging node's head is before the end of an authorization that has expired.
  const laterSeconds = BigInt(Math.floor(Math.max(view.head.time.getTime(), ctx.clock.nowMs()) / 1000));
  if (found.isUsedAtFinal)
    return fail(
      'AUTHORIZATION_USED',
      'Another transaction used or cancelled it. If it paid, the payment has it.',
    );
  if (found.isUsed) return wait('Another transaction used or cancelled it, in a block that is not final.');
  // Its money may have come by this very authorization, which somebody else broadcast, in a block that this node does not have yet.
  if (!row.is_needed && row.newest_block !== null && Number(row.newest_block) > view.head.number)
    return wait('The node is behind the block that paid the payment.');
  if (!row.is_needed) return fail('NOT_NEEDED', 'The payment no longer waits for money. Nothing was sent.');
  if (transfer.attempts > 0)
    return fail(
      'REVERTED',
      'Its transaction reverted and moved nothing. Sign again, or pay with a transaction.',
    );
  if (BigInt(row.valid_before) <= laterSeconds + leastSeconds(chain))
    return fail('AUTHORIZATION_EXPIRED', 'It ended before it could be sent. Nothing was sent: sign again.');
  if (BigInt(row.valid_after) >= headSeconds) return wait('It is not valid yet.');
  if (found.balance < BigInt(transfer.units))
    return fail('INSUFFICIENT_FUNDS', 'The wallet no longer has the amount. Nothing was sent.');
  return null;
}

function authorizationOf(row: AuthorizationRow, { to_address, units }: TransferRow) {
  return {
    from: row.from_address,
    to: to_address,
    units: BigInt(units),
    validAfter: BigInt(row.valid_after),
    validBefore: BigInt(row.valid_before),
    nonce: row.nonce as Hex,
    signature: row.signature as Hex,
  };
}
