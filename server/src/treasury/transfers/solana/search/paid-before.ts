import type { OutgoingPayment } from '../../match-payments.ts';
import type { TransferRow } from '../../transfer.ts';
import { isOfAnother, selectOutgoing } from '../../unknown-store.ts';
import { referenceOf } from '../nonces.ts';
import type { SolanaSender } from '../solana-sender.ts';
import { outgoing, ownTreasuries, searchTreasuries } from './unknown-on-solana.ts';

/**
 * Finds the payment that was made under the id of a transfer, read at this slot or later; null if there is none. Called
 * before each signature, since a restored database does not know what it sent. Anybody can name a reference, as often as they like,
 * so only those transactions are read that are not final, or that the search of the treasuries knows. One counts only if a treasury of
 * ours signed and money left it. What the operator has explained as something else does not count.
 * A node may leave it out of the reference's history; the treasury's is whole, or nothing is sent.
 */
export async function findPaid(
  sender: SolanaSender,
  { transfer_id, pay_id }: TransferRow,
  atLeast: number,
): Promise<OutgoingPayment | null> {
  const { ctx, reads } = sender;
  const reference = referenceOf(pay_id ?? '');
  const { asked } = await searchTreasuries(sender, atLeast);
  for (const payment of asked)
    if (payment.keys.includes(reference) && !(await isOfAnother(ctx.db, payment.txHash, transfer_id)))
      return payment;
  const treasuries = await ownTreasuries(sender);
  const wanted = { commitment: 'confirmed', atLeast, downTo: 0 } as const;
  const entries = (await reads.history(reference, wanted)).filter(({ isFailed }) => !isFailed);
  const known = await selectOutgoing(
    ctx.db,
    entries.map(({ signature }) => signature),
  );
  for (const entry of entries.filter((one) => !one.isFinalized || known.has(one.signature))) {
    const transaction = await reads.transaction(entry.signature);
    if (!transaction) throw new Error(`the node lists ${entry.signature} and does not have it`);
    const payment = outgoing(sender, treasuries, transaction);
    if (payment && !(await isOfAnother(ctx.db, payment.txHash, transfer_id)))
      return { ...payment, isFinal: entry.isFinalized };
  }
  return null;
}
