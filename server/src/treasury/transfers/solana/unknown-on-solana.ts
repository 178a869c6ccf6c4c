import type { HistoryEntry } from '../../../chains/solana/node.ts';
import type { SolanaTransaction } from '../../../chains/solana/transaction.ts';
import {
  hasUnexplained,
  type OutgoingPayment,
  type PaidTransfer,
  recordUnknown,
  unexplainedAmong,
  unholdUnknown,
} from '../unknown-payments.ts';
import { selectSignatureMark, selectSigned, updateSignatureMark } from '../unknown-store.ts';
import { nativeChange, receiverOf, tokenChange } from './messages/balance-changes.ts';
import { referenceOf } from './nonces.ts';
import type { SolanaSender } from './solana-sender.ts';

/** Transactions read before the mark moves. */
const readAtOnce = 100;
/** Pages of history to read back: a restored backup may be days old. */
const pages = 1000;

type Outgoing = OutgoingPayment & { keys: readonly string[] };

const isFoundAt = ({ txHash }: { txHash: string }, { tx_hash }: PaidTransfer) => tx_hash === txHash;
const isOf = (payment: Outgoing, transfer: PaidTransfer) =>
  isFoundAt(payment, transfer) || payment.keys.includes(referenceOf(transfer.transfer_id));

/**
 * Whether money left the treasury in transactions that the database does not know. Reads the treasury's history from
 * the mark on, at this slot or later, and moves the mark to the newest finalized transaction.
 */
export async function hasPaidUnknown(sender: SolanaSender, atLeast: number): Promise<boolean> {
  const { ctx, signer, reads } = sender;
  let mark = await selectSignatureMark(ctx.db);
  const wanted = { commitment: 'confirmed', atLeast, downTo: 0, pages } as const;
  const history = await reads.history(signer.treasury, mark === null ? wanted : { ...wanted, until: mark });
  if (history === null) throw new Error('the treasury has too many transactions since the last look');
  const oldestFirst = history.toReversed();
  let isUnknown = false;
  for (let start = 0; start < oldestFirst.length; start += readAtOnce) {
    const part = oldestFirst.slice(start, start + readAtOnce);
    const unknown = await unexplainedAmong(ctx.db, 'solana', await outgoingIn(sender, part), isOf);
    isUnknown ||= unknown.length > 0;
    const [before, reached] = [mark, lastFinal(part)];
    if (reached === null) break;
    await recordUnknown(ctx, 'solana', unknown, (tx) => updateSignatureMark(tx, before, reached));
    mark = reached;
  }
  isUnknown = (await hasUnexplained(ctx, 'solana', isFoundAt)) || isUnknown;
  if (!isUnknown) await unholdUnknown(ctx, 'solana');
  return isUnknown;
}

/** The newest transaction that is finalized together with all before it. */
function lastFinal(oldestFirst: readonly HistoryEntry[]): string | null {
  const open = oldestFirst.findIndex(({ isFinalized }) => !isFinalized);
  return oldestFirst[open < 0 ? oldestFirst.length - 1 : open - 1]?.signature ?? null;
}

/** The transactions that took money from the treasury. Skips those with a stored signature. */
async function outgoingIn(sender: SolanaSender, entries: readonly HistoryEntry[]): Promise<Outgoing[]> {
  const signed = await selectSigned(
    sender.ctx.db,
    entries.map(({ signature }) => signature),
  );
  const found: Outgoing[] = [];
  for (const { signature, isFailed, isFinalized } of entries) {
    if (isFailed || signed.has(signature)) continue;
    const transaction = await sender.reads.transaction(signature);
    if (!transaction) throw new Error(`the node lists ${signature} and does not have it`);
    const payment = outgoing(sender, transaction);
    if (payment) found.push({ ...payment, isFinal: isFinalized });
  }
  return found;
}

function outgoing({ chain, signer }: SolanaSender, transaction: SolanaTransaction) {
  const { keys, signers, signature, slot } = transaction;
  if (!keys.slice(0, signers).includes(signer.treasury)) return null;
  const changes = {
    USDC: tokenChange(transaction, signer.treasury, chain.usdcMint),
    SOL: nativeChange(transaction, signer.treasury),
  };
  const token = changes.USDC < 0n ? 'USDC' : 'SOL';
  const units = -changes[token];
  if (units <= 0n) return null;
  const toAddress = receiverOf(transaction, { token, units, mint: chain.usdcMint });
  return { key: signature, txHash: signature, token, toAddress, units, blockNumber: slot, keys };
}
