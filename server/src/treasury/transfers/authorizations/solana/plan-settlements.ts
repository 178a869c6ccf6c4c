import { rehearseSigned, type SignedRehearsal } from '../../../../chains/solana/rehearse-signed.ts';
import { openBatch } from '../../solana/batches.ts';
import type { SolanaSender } from '../../solana/solana-sender.ts';
import { wait } from '../../solana/waiting-outcomes.ts';
import { selectDue } from '../../store.ts';
import type { Outcome, TransferRow } from '../../transfer.ts';
import { recordOutcomes } from '../../transfers.ts';
import { readClaimed } from './read-claimed.ts';

const atOnce = 20;

/** Gives each due payment by signature a transaction, if the chain would take it now. */
export async function planSettlements(sender: SolanaSender): Promise<unknown[]> {
  const { ctx } = sender;
  const problems: unknown[] = [];
  // One that cannot be looked at must not block the others.
  for (const transfer of await selectDue(ctx.db, 'solana', ctx.clock.now(), 'authorizations', atOnce))
    await planOne(sender, transfer).catch((error: unknown) => problems.push(error));
  return problems;
}

async function planOne(sender: SolanaSender, transfer: TransferRow): Promise<void> {
  const outcome = await outcomeOf(sender, transfer);
  if (outcome) await recordOutcomes(sender.ctx, null, [outcome]);
  else await openBatch(sender, 'settle', [transfer]);
}

const messages: Record<NonNullable<SignedRehearsal['refusal']>, string> = {
  ENDS_TOO_SOON: 'It ended before it could be sent. Nothing was sent: sign again.',
  AUTHORIZATION_USED: 'The chain had its transaction before. If it paid, the payment has it.',
  INSUFFICIENT_FUNDS: 'The wallet no longer has the amount. Nothing was sent.',
  WOULD_FAIL: 'Its transaction would fail now. Nothing was sent.',
};

/** Null if it is to be sent now. Only our fee payer can complete it, so one that fails here has moved nothing. */
async function outcomeOf(sender: SolanaSender, transfer: TransferRow): Promise<Outcome | null> {
  const { chain, node } = sender;
  const fail = (reason: string, message: string): Outcome => ({
    ...{ transferId: transfer.transfer_id, result: 'failed', txHash: null, reason, message },
  });
  const claimed = await readClaimed(sender, transfer);
  if ('objection' in claimed)
    return fail(claimed.objection, 'Its transaction is not the one that was asked for. Nothing was sent.');
  if (!claimed.isNeeded)
    return fail('NOT_NEEDED', 'The payment no longer waits for money. Nothing was sent.');
  const terms = { mint: chain.usdcMint, units: BigInt(transfer.units) };
  const { refusal } = await rehearseSigned(node, claimed.signed, terms);
  if (refusal === null) return null;
  // A node that lags does not know a new blockhash yet.
  if (refusal === 'ENDS_TOO_SOON' && (await node.height()).height <= claimed.lastHeight)
    return wait(sender, transfer, 'The node does not know its blockhash.');
  return fail(refusal === 'ENDS_TOO_SOON' ? 'AUTHORIZATION_EXPIRED' : refusal, messages[refusal]);
}
