import { nonceValueOf } from '../../../chains/solana/sender-node.ts';
import { broadcast } from '../broadcast.ts';
import { unknownPaid } from '../hold-transfers.ts';
import { isSameMoney } from '../match-payments.ts';
import { selectOfBatch } from '../store.ts';
import { paidSomethingElse } from '../unknown-payments.ts';
import { isReceipt, paidUnseen, receiptOf } from './receipts.ts';
import { findPaid } from './search/paid-before.ts';
import { searchTreasuries } from './search/unknown-on-solana.ts';
import { giveUp, settle } from './settle-batch.ts';
import { keepSignature, payTransaction } from './sign-batch.ts';
import type { SignedBatch, SolanaSender } from './solana-sender.ts';
import { type SolanaBatchRow, selectSolanaSignatures } from './solana-store.ts';

/** Finalized nonce values by account, and the oldest slot they were read at. */
interface Nonces {
  slot: number;
  values: ReadonlyMap<string, string | null>;
}

/**
 * Reads at the slot of the last signature or later: a lagging node would return an older value, which looks like a
 * change.
 */
export async function readNonces(
  { node, rules }: SolanaSender,
  signed: readonly SignedBatch[],
): Promise<Nonces> {
  const payments = signed.filter(({ batch }) => batch.call === 'pay');
  if (payments.length === 0) return { slot: 0, values: new Map() };
  const names = payments.map(({ batch }) => nonceOf(batch));
  const newest = Math.max(...payments.map(({ newest: { read_slot } }) => Number(read_slot)));
  const { slot, accounts } = await node.accounts(names, rules.comparesSlots ? newest : 0);
  return { slot, values: new Map(names.map((name, index) => [name, nonceValueOf(accounts[index] ?? null)])) };
}

/**
 * While the nonce has the signed value, the transaction can land. Once it has changed, the transaction has landed or
 * never will.
 */
export async function followPayment(
  sender: SolanaSender,
  { batch, newest }: SignedBatch,
  { slot, values }: Nonces,
  statusSlot: number,
): Promise<void> {
  const value = values.get(nonceOf(batch)) ?? null;
  if (value === null) throw new Error(`nonce account ${batch.nonce_account} is gone`);
  if (value === newest.lifetime) return broadcast(sender, newest);
  if (statusSlot >= slot) await signPayment(sender, batch, { value, slot, attempt: newest.attempt + 1 });
}

/**
 * Signs with the given nonce value, or reads it for the first attempt. First makes sure that the chain's history does
 * not have the payment.
 */
export async function signPayment(
  sender: SolanaSender,
  batch: SolanaBatchRow,
  read: { value: string; slot: number; attempt: number } | null,
): Promise<void> {
  const { ctx, node, rules } = sender;
  const [transfer] = await selectOfBatch(ctx.db, batch.batch_id);
  const { value, slot } = read ?? (await newestNonce(sender, nonceOf(batch))) ?? {};
  if (!transfer || value === undefined || slot === undefined) return;
  if (read && rules.searchesHistory && (await hasLanded(sender, batch, slot))) return;
  const paid = rules.searchesHistory ? await findPaid(sender, transfer, slot) : null;
  if (paid) {
    if (!paid.isFinal) return;
    if (isSameMoney(transfer, paid)) return settle(sender, batch, paid.txHash);
    // No signature of this batch can land any more. Planning holds the transfer.
    return giveUp(sender, batch, paidSomethingElse(paid));
  }
  // Something else has used its nonce. Planning holds the transfer until the operator has explained what left.
  if (read && rules.searchesHistory && (await searchTreasuries(sender, slot)).isUnknown)
    return giveUp(sender, batch, unknownPaid);
  // One of the earlier signatures may have landed, and no node shows it.
  const receiptAt = read && (await receiptOf(sender, transfer.pay_id ?? ''));
  const [receipt = null] = receiptAt ? (await node.accounts([receiptAt], slot)).accounts : [];
  if (receiptAt && isReceipt(ctx, receipt)) return giveUp(sender, batch, paidUnseen(receiptAt));
  const lifetime = { nonce: value, account: nonceOf(batch), slot };
  const instructions = await payTransaction(sender, transfer);
  const kept = await keepSignature(sender, batch, read?.attempt ?? 1, lifetime, instructions);
  if (kept) await broadcast(sender, kept);
}

/** The value at which the search of the treasuries ends, so that it need not be repeated for each batch. */
async function newestNonce(sender: SolanaSender, account: string) {
  const { node, rules } = sender;
  if (!rules.searchesHistory) return node.nonce(account, 0);
  const { nonces, upTo } = await searchTreasuries(sender, 0);
  const value = nonces.get(account) ?? null;
  return value === null ? node.nonce(account, 0) : { value, slot: upTo };
}

/** Whether one of its signatures is in the treasury's history, though its status is missing. Ends the batch if it is final. */
async function hasLanded(sender: SolanaSender, batch: SolanaBatchRow, slot: number): Promise<boolean> {
  const { landed } = await searchTreasuries(sender, slot);
  const signatures = await selectSolanaSignatures(sender.ctx.db, [batch.batch_id]);
  const own = signatures.find(({ tx_hash, is_landed }) => is_landed || landed.has(tx_hash));
  if (own?.is_landed || landed.get(own?.tx_hash ?? '')) await settle(sender, batch, own?.tx_hash ?? '');
  return own !== undefined;
}

function nonceOf({ nonce_account }: SolanaBatchRow): string {
  if (nonce_account === null) throw new Error('a sweep has no nonce');
  return nonce_account;
}
