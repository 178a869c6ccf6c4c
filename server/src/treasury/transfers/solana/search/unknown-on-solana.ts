import type { BalanceAccount } from '../../../../chains/solana/node.ts';
import { isSignedBy } from '../../../../chains/solana/recognise.ts';
import { tokenAccountOf } from '../../../../chains/solana/token-account.ts';
import type { SolanaTransaction } from '../../../../chains/solana/transaction.ts';
import { createTreasury, selectTreasuries } from '../../../../chains/watching/solana/treasury-accounts.ts';
import { type Evidence, type PaidMoney, unrecordedAmong } from '../../match-payments.ts';
import { hasUnexplained, recordUnknown, unholdUnknown } from '../../unknown-payments.ts';
import { selectSigned, selectTreasuryMark, updateTreasuryMark } from '../../unknown-store.ts';
import { adoptForgotten } from '../cold/adopt-forgotten.ts';
import { nativeChange, receiverOf, tokenChange } from '../messages/balance-changes.ts';
import { referenceOf } from '../nonces.ts';
import type { NamingPayment, PaidBefore, SolanaSender } from '../solana-sender.ts';
import { selectUnderWay } from '../solana-store.ts';
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
  const { ctx, chain, node, signer } = sender;
  const treasuries = await ownTreasuries(sender);
  const own = await createTreasury(treasuries, chain.usdcMint, tokenAccountOf);
  // Where as much came into the treasury as is missing, what the missing transaction cost still shows.
  const accounts = [...own.accounts, { account: signer.feePayer, mint: null }];
  const now = await node.accounts(
    accounts.map(({ account }) => account),
    atLeast,
  );
  const found = { upTo: now.slot, isUnknown: false, asked: [] as NamingPayment[], landed: new Map() };
  for (const [index, one] of accounts.entries()) {
    const balance = { units: unitsOf(one, now.accounts[index] ?? null), slot: now.slot };
    const left = await searchAccount(sender, treasuries, one, balance);
    found.isUnknown ||= left.isUnknown;
    found.asked.push(...left.asked);
    for (const [signature, isFinal] of left.landed) found.landed.set(signature, isFinal);
  }
  found.isUnknown = (await hasUnexplained(ctx, 'solana', byTransaction)) || found.isUnknown;
  if (!found.isUnknown) await unholdUnknown(ctx, 'solana');
  sender.paidBefore = found;
  return found;
}

/** All that this database knows, and this process's own: a restored backup may not know it yet. */
export async function ownTreasuries({
  ctx,
  signer,
}: Pick<SolanaSender, 'ctx' | 'signer'>): Promise<string[]> {
  return [...new Set([signer.treasury, ...(await selectTreasuries(ctx.db))])];
}

/**
 * Searches an account from its mark on, and moves the mark. It does not pass payments that open transfers ask for or have sent:
 * statuses, and the history of a transfer's reference, may leave out what this one shows.
 */
async function searchAccount(
  sender: SolanaSender,
  treasuries: readonly string[],
  own: BalanceAccount,
  balance: { units: bigint; slot: number },
): Promise<Omit<PaidBefore, 'upTo'>> {
  const { ctx } = sender;
  const { account } = own;
  const asked: NamingPayment[] = [];
  const landed = new Map<string, boolean>();
  let [isUnknown, mark] = [false, await selectTreasuryMark(ctx.db, account)];
  for await (const part of readWhole(sender, own, mark, balance)) {
    const left = await outgoingIn(sender, treasuries, part);
    await adoptForgotten(ctx, left);
    const found = await unrecordedAmong(ctx.db, 'solana', left, byReference);
    isUnknown ||= found.unexplained.length > 0;
    asked.push(...found.asked);
    const isBehindOpen = landed.size + asked.length > found.asked.length;
    const underWay = await selectUnderWay(ctx.db, signaturesOf(part));
    for (const { entry } of part)
      if (underWay.has(entry.signature)) landed.set(entry.signature, entry.isFinalized);
    const open = part.findIndex(
      ({ entry }) => landed.has(entry.signature) || asked.some(({ key }) => key === entry.signature),
    );
    const passed = isBehindOpen ? [] : part.slice(0, open < 0 ? part.length : open);
    const [before, reached] = [mark, passed.findLast((one) => one.mark !== null)?.mark ?? null];
    await recordUnknown(
      ctx,
      'solana',
      found.unexplained,
      async (tx) => reached === null || updateTreasuryMark(tx, account, before, reached),
    );
    mark = reached ?? mark;
  }
  return { isUnknown, asked, landed };
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
