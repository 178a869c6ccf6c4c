import type { SolanaTransaction } from '../../../chains/solana/transaction.ts';
import type { TransferRow } from '../transfer.ts';
import { changeOf, receiverOf } from './messages/balance-changes.ts';
import { referenceOf } from './nonces.ts';
import type { SolanaSender } from './solana-sender.ts';

/**
 * Finds the transaction that paid a transfer, read at this slot or later; null if there is none. Called before each
 * signature, since a restored database does not know what it sent. Anybody can name a reference, so it counts only if
 * the treasury signed and the money moved. It may have gone to another address than planned now.
 */
export async function findPaid(
  sender: SolanaSender,
  transfer: TransferRow,
  atLeast: number,
): Promise<{ txHash: string; isFinalized: boolean; toAddress: string } | null> {
  const reference = referenceOf(transfer.transfer_id);
  const wanted = { commitment: 'confirmed', atLeast, downTo: 0 } as const;
  const entries = await sender.reads.history(reference, wanted);
  for (const { signature, isFailed, isFinalized } of entries) {
    if (isFailed) continue;
    const transaction = await sender.reads.transaction(signature);
    if (!transaction) throw new Error(`the node lists ${signature} and does not have it`);
    const toAddress = paidTo(sender, transfer, transaction);
    if (toAddress !== null) return { txHash: signature, isFinalized, toAddress };
  }
  return null;
}

/** The receiver of a transfer's money; null if the transaction did not pay it. */
function paidTo(
  { chain, signer }: SolanaSender,
  { token, units: text }: TransferRow,
  transaction: SolanaTransaction,
): string | null {
  const [units, mint] = [BigInt(text), chain.usdcMint];
  const isOurs =
    transaction.keys.slice(0, transaction.signers).includes(signer.treasury) &&
    changeOf(transaction, { token, mint, owner: signer.treasury }) === -units;
  return isOurs ? receiverOf(transaction, { token, units, mint }) : null;
}
