import type { BalanceAccount } from '../../../../chains/solana/node.ts';
import { isSignedBy } from '../../../../chains/solana/recognise.ts';
import { nonceValueOf } from '../../../../chains/solana/sender-node.ts';
import { tokenAccountOf } from '../../../../chains/solana/token-account.ts';
import type { SolanaTransaction } from '../../../../chains/solana/transaction.ts';
import { createTreasury, selectTreasuries } from '../../../../chains/watching/solana/treasury-accounts.ts';
import { type Evidence, type PaidMoney, unrecordedAmong } from '../../match-payments.ts';
import {
  hasUnexplained,
  noteStops,
  recordUnknown,
  type SearchProgress,
  unholdUnknown,
} from '../../unknown-payments.ts';
import {
  selectSigned,
  selectTreasuryMark,
  type TreasuryMark,
  updateTreasuryMark,
} from '../../unknown-store.ts';
import { adoptForgotten } from '../cold/adopt-forgotten.ts';
import { nativeChange, receiverOf, tokenChange } from '../messages/balance-changes.ts';
import { nonceAccounts, referenceOf } from '../nonces.ts';
import type { NamingPayment, PaidBefore, SolanaSender } from '../solana-sender.ts';
import { selectUnderWay, updateLanded } from '../solana-store.ts';
import { deleteAsked, insertAsked, selectAsked } from './asked-store.ts';
import { type Read, readWhole, unitsOf } from './whole-history.ts';

/** One transaction makes one payment. What it names is not stored with unknown payments. */
const byTransaction: Evidence<PaidMoney> = {
  isNamed: () => false,
  isOf: ({ txHash }, { tx_hash }) => tx_hash === txHash,
};
const byReference: Evidence<NamingPayment> = {
  isNamed: ({ keys }, payId) => keys.includes(referenceOf(payId)),
  isOf: byTransaction.isOf,
};

/**
 * What left the treasuries in transactions that the database does not know. Those of before count too: a restored backup may be
 * older than their end. Throws where a node leaves transactions out, and nothing is sent then. `atLeast` is the slot at
 * which the nonce was read that is to be signed with: whatever has moved it is found.
 */
export async function searchTreasuries(sender: SolanaSender, atLeast: number): Promise<PaidBefore> {
  const known = sender.paidBefore;
  if (known && known.upTo >= atLeast) return known;
  sender.paidBefore = await noteStops(sender.ctx, 'solana', (progress) => search(sender, atLeast, progress));
  return sender.paidBefore;
}

async function search(sender: SolanaSender, atLeast: number, progress: SearchProgress): Promise<PaidBefore> {
  const { ctx, chain, node, signer } = sender;
  const treasuries = await ownTreasuries(sender);
  const own = await createTreasury(treasuries, chain.usdcMint, tokenAccountOf);
  // Where as much came into the treasury as is missing, what the missing transaction cost still shows.
  const accounts = [...own.accounts, { account: signer.feePayer, mint: null }];
  const nonces = nonceAccounts(signer.feePayer);
  const now = await node.accounts([...accounts.map(({ account }) => account), ...nonces], atLeast);
  const values = nonces.map(
    (name, index) => [name, nonceValueOf(now.accounts[accounts.length + index] ?? null)] as const,
  );
  const found: Found = { isUnknown: false, asked: [], landed: new Map() };
  for (const [index, one] of accounts.entries()) {
    const balance = { units: unitsOf(one, now.accounts[index] ?? null), slot: now.slot };
    progress.hasMoved = false;
    await searchAccount(sender, treasuries, one, balance, found, progress);
  }
  found.isUnknown = (await hasUnexplained(ctx, 'solana', byTransaction)) || found.isUnknown;
  if (!found.isUnknown) await unholdUnknown(ctx, 'solana');
  return { ...found, upTo: now.slot, nonces: new Map(values) };
}

interface Found extends Pick<PaidBefore, 'isUnknown' | 'asked'> {
  landed: Map<string, boolean>;
}

/** All that this database knows, and this process's own: a restored backup may not know it yet. */
export async function ownTreasuries({
  ctx,
  signer,
}: Pick<SolanaSender, 'ctx' | 'signer'>): Promise<string[]> {
  return [...new Set([signer.treasury, ...(await selectTreasuries(ctx.db))])];
}

/**
 * Searches an account from its mark on, and moves the mark with each part. Payments that open transfers ask for, or have sent,
 * are stored when the mark passes them: statuses, and the history of a transfer's reference, may leave out what this one shows.
 */
async function searchAccount(
  sender: SolanaSender,
  treasuries: readonly string[],
  own: BalanceAccount,
  balance: { units: bigint; slot: number },
  found: Found,
  progress: SearchProgress,
): Promise<void> {
  const { ctx } = sender;
  let mark = await selectTreasuryMark(ctx.db, own.account);
  // Read after the mark: what it has passed is there.
  found.asked = once([...found.asked, ...(await selectAsked(ctx.db))]);
  mark = await notePart(sender, treasuries, own, [], mark, found);
  for await (const part of readWhole(sender, own, mark, balance)) {
    const before = mark;
    mark = await notePart(sender, treasuries, own, part, before, found);
    progress.hasMoved ||= mark !== before;
  }
}

/** Sorts what left in a part, together with what was asked for before it. Returns the mark after it. */
async function notePart(
  sender: SolanaSender,
  treasuries: readonly string[],
  { account }: BalanceAccount,
  part: readonly Read[],
  mark: TreasuryMark | null,
  found: Found,
): Promise<TreasuryMark | null> {
  const { ctx } = sender;
  const left = once([...found.asked, ...(await outgoingIn(sender, treasuries, part))]);
  await adoptForgotten(ctx, left);
  const { asked, unexplained } = await unrecordedAmong(ctx.db, 'solana', left, byReference);
  found.isUnknown ||= unexplained.length > 0;
  const underWay = await selectUnderWay(ctx.db, signaturesOf(part));
  const landed = part.filter(({ entry }) => underWay.has(entry.signature)).map(({ entry }) => entry);
  for (const { signature, isFinalized } of landed) found.landed.set(signature, isFinalized);
  const over = found.asked.filter(({ key }) => !asked.some((one) => one.key === key));
  found.asked = asked;
  const reached = part.findLast((one) => one.mark !== null)?.mark ?? null;
  const final = asked.filter(({ isFinal }) => isFinal);
  await recordUnknown(ctx, 'solana', unexplained, async (tx) => {
    if (reached !== null && !(await updateTreasuryMark(tx, account, mark, reached))) return false;
    if (part.length > 0) await insertAsked(tx, final);
    if (over.length > 0) await deleteAsked(tx, hashesOf(over));
    const finalized = landed.filter(({ isFinalized }) => isFinalized).map(({ signature }) => signature);
    if (finalized.length > 0) await updateLanded(tx, finalized);
    return true;
  });
  return reached ?? mark;
}

const hashesOf = (payments: readonly NamingPayment[]) => payments.map(({ txHash }) => txHash);

/** Several accounts show one payment, and not every node knows yet that it is final. */
function once(payments: readonly NamingPayment[]): NamingPayment[] {
  const finalLast = payments.toSorted((one, other) => Number(one.isFinal) - Number(other.isFinal));
  return [...new Map(finalLast.map((one) => [one.key, one])).values()];
}

/** The transactions that took money from the treasury. Skips those with a stored signature. */
async function outgoingIn(
  { ctx, chain }: SolanaSender,
  treasuries: readonly string[],
  part: readonly Read[],
): Promise<NamingPayment[]> {
  const signed = await selectSigned(ctx.db, signaturesOf(part));
  return part.flatMap(({ entry, transaction }) => {
    if (!transaction || entry.isFailed || signed.has(entry.signature)) return [];
    const payment = outgoing({ chain }, treasuries, transaction);
    return payment ? [{ ...payment, isFinal: entry.isFinalized }] : [];
  });
}

const signaturesOf = (part: readonly Read[]) => part.map(({ entry }) => entry.signature);

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
