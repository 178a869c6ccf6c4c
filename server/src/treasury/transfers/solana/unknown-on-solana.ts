import { chunks, type HistoryEntry, inParallel } from '../../../chains/solana/node.ts';
import { isSignedBy } from '../../../chains/solana/recognise.ts';
import type { SolanaTransaction } from '../../../chains/solana/transaction.ts';
import { walkHistory } from '../../../chains/solana/walk-history.ts';
import { selectTreasuries } from '../../../chains/watching/solana/treasury-accounts.ts';
import { type Evidence, type OutgoingPayment, type PaidMoney, unexplainedAmong } from '../match-payments.ts';
import { hasUnexplained, recordUnknown, unholdUnknown } from '../unknown-payments.ts';
import { selectSigned, selectTreasuryMark, updateTreasuryMark } from '../unknown-store.ts';
import { adoptForgotten } from './cold/adopt-forgotten.ts';
import { nativeChange, receiverOf, tokenChange } from './messages/balance-changes.ts';
import { referenceOf } from './nonces.ts';
import type { SolanaSender } from './solana-sender.ts';

/** Transactions read before the mark moves. */
const readAtOnce = 100;

type Outgoing = OutgoingPayment & { keys: readonly string[] };

/** One transaction makes one payment. What it names is not stored with unknown payments. */
const byTransaction: Evidence<PaidMoney> = {
  isNamed: () => false,
  isOf: ({ txHash }, { tx_hash }) => tx_hash === txHash,
};
const byReference: Evidence<Outgoing> = {
  isNamed: ({ keys }, payId) => keys.includes(referenceOf(payId)),
  isOf: byTransaction.isOf,
};

/**
 * Whether money left a treasury in transactions that the database does not know. Those of before count too: a restored
 * backup may be older than their end.
 */
export async function hasPaidUnknown(sender: SolanaSender, atLeast: number): Promise<boolean> {
  const { ctx } = sender;
  const treasuries = await ownTreasuries(sender);
  let isUnknown = false;
  for (const treasury of treasuries)
    if (await hasLeftUnknown(sender, { treasury, treasuries }, atLeast)) isUnknown = true;
  isUnknown = (await hasUnexplained(ctx, 'solana', byTransaction)) || isUnknown;
  if (!isUnknown) await unholdUnknown(ctx, 'solana');
  return isUnknown;
}

/** All that this database knows, and this process's own: a restored backup may not know it yet. */
export async function ownTreasuries({
  ctx,
  signer,
}: Pick<SolanaSender, 'ctx' | 'signer'>): Promise<string[]> {
  return [...new Set([signer.treasury, ...(await selectTreasuries(ctx.db))])];
}

/** One treasury among all. */
interface Searched {
  treasury: string;
  treasuries: readonly string[];
}

/** Reads its history from the mark on, at this slot or later, and moves the mark to the newest finalized transaction. */
async function hasLeftUnknown(sender: SolanaSender, searched: Searched, atLeast: number): Promise<boolean> {
  const { ctx, reads, paths } = sender;
  const { treasury } = searched;
  const first = await selectTreasuryMark(ctx.db, treasury);
  const wanted = { commitment: 'confirmed', atLeast, mark: first ?? undefined } as const;
  let [mark, isUnknown, isWhole, isFinal] = [first, false, false, true];
  for await (const { entries, isTop } of walkHistory(reads, paths, treasury, wanted)) {
    isWhole = isTop;
    for (const part of chunks(entries, readAtOnce)) {
      const left = await outgoingIn(sender, searched.treasuries, part);
      await adoptForgotten(ctx, left);
      const unknown = await unexplainedAmong(ctx.db, 'solana', left, byReference);
      isUnknown ||= unknown.length > 0;
      const [before, reached] = [mark, isFinal ? lastFinal(part) : null];
      isFinal &&= reached === part.at(-1)?.signature;
      if (reached === null) continue;
      await recordUnknown(ctx, 'solana', unknown, (tx) => updateTreasuryMark(tx, treasury, before, reached));
      mark = reached;
    }
  }
  if (!isWhole) throw new Error('the treasury has many new transactions, which are still being read');
  return isUnknown;
}

/** The newest transaction that is finalized together with all before it. */
function lastFinal(oldestFirst: readonly HistoryEntry[]): string | null {
  const open = oldestFirst.findIndex(({ isFinalized }) => !isFinalized);
  return oldestFirst[open < 0 ? oldestFirst.length - 1 : open - 1]?.signature ?? null;
}

/** The transactions that took money from the treasury. Skips those with a stored signature. */
async function outgoingIn(
  sender: SolanaSender,
  treasuries: readonly string[],
  entries: readonly HistoryEntry[],
): Promise<Outgoing[]> {
  const signed = await selectSigned(
    sender.ctx.db,
    entries.map(({ signature }) => signature),
  );
  const unsigned = entries.filter(({ signature, isFailed }) => !isFailed && !signed.has(signature));
  const found = await inParallel(unsigned, async ({ signature, isFinalized }) => {
    const transaction = await sender.reads.transaction(signature);
    if (!transaction) throw new Error(`the node lists ${signature} and does not have it`);
    const payment = outgoing(sender, treasuries, transaction);
    return payment ? [{ ...payment, isFinal: isFinalized }] : [];
  });
  return found.flat();
}

/** The money that a transaction took from one of these treasuries; null if it took none, or moved it to another one. */
export function outgoing(
  { chain }: Pick<SolanaSender, 'chain'>,
  treasuries: readonly string[],
  transaction: SolanaTransaction,
) {
  const { keys, signature, slot } = transaction;
  const treasury = treasuries.find((one) => isSignedBy(transaction, one));
  if (treasury === undefined) return null;
  const changes = [
    { token: 'USDC', units: -tokenChange(transaction, treasury, chain.usdcMint) },
    { token: 'SOL', units: -nativeChange(transaction, treasury) },
  ] as const;
  for (const { token, units } of changes) {
    if (units <= 0n) continue;
    const toAddress = receiverOf(transaction, { token, units, mint: chain.usdcMint });
    if (toAddress !== null && treasuries.includes(toAddress)) continue;
    return { key: signature, txHash: signature, token, toAddress, units, blockNumber: slot, keys };
  }
  return null;
}
