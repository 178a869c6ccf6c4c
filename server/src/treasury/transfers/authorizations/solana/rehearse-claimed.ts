import { rehearseSigned, type SignedRehearsal } from '../../../../chains/solana/rehearse-signed.ts';
import type { SolanaSender } from '../../solana/solana-sender.ts';
import { wait } from '../../solana/waiting-outcomes.ts';
import type { Outcome, TransferRow } from '../../transfer.ts';
import type { PayerFunds } from '../payer-funds.ts';
import { type Claimed, readClaimed } from './read-claimed.ts';

const messages: Record<NonNullable<SignedRehearsal['refusal']>, string> = {
  ENDS_TOO_SOON: 'It ended before it could be sent. Nothing was sent: sign again.',
  AUTHORIZATION_USED: 'The chain had its transaction before. If it paid, the payment has it.',
  INSUFFICIENT_FUNDS: 'The wallet no longer has the amount. Nothing was sent.',
  WOULD_FAIL: 'Its transaction would fail now. Nothing was sent.',
};

/** A claim that may be sent now. */
type Sendable = Claimed & { funds: PayerFunds };

/** What is to be sent, or why not now. Only our fee payer can complete it, so one that fails here has moved nothing. */
export async function rehearseClaimed(
  sender: SolanaSender,
  transfer: TransferRow,
): Promise<Sendable | Outcome> {
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
  const readAt = sender.ctx.clock.now();
  const found = await rehearseSigned(node, claimed.signed, terms);
  if (found.refusal === null) return { ...claimed, funds: { ...found.funds, readAt } };
  const { refusal } = found;
  // A node that lags does not know a new blockhash yet.
  if (refusal === 'ENDS_TOO_SOON' && (await node.height()).height <= claimed.lastHeight)
    return wait(sender, transfer, 'The node does not know its blockhash.');
  return fail(refusal === 'ENDS_TOO_SOON' ? 'AUTHORIZATION_EXPIRED' : refusal, messages[refusal]);
}
