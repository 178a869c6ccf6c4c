import type { SolanaSenderNode } from './sender-node.ts';
import type { SignedTransaction } from './signed-transaction.ts';
import { tokenAccountBytes, tokenAccountOf } from './token-account.ts';

/** What the chain would say to a signed payment now. */
export type SignedRehearsal =
  | { refusal: 'ENDS_TOO_SOON' | 'AUTHORIZATION_USED' | 'INSUFFICIENT_FUNDS' | 'WOULD_FAIL' }
  /** No block above this height can have it. With what the payer has at which slot. */
  | { refusal: null; lastHeight: number; funds: { units: bigint; block: number } };

/** Asks a node what would happen, so that what cannot succeed costs nobody a fee. */
export async function rehearseSigned(
  node: SolanaSenderNode,
  { wire, from, blockhash }: SignedTransaction,
  { mint, units }: { mint: string; units: bigint },
): Promise<SignedRehearsal> {
  const lastHeight = await node.lastHeightOf(blockhash);
  if (lastHeight === null) return { refusal: 'ENDS_TOO_SOON' };
  const { slot: block, accounts } = await node.accounts([await tokenAccountOf(from, mint)], 0, 'confirmed');
  const data = accounts[0]?.data ?? Buffer.alloc(0);
  const held = data.length < tokenAccountBytes ? 0n : data.readBigUInt64LE(64);
  if (held < units) return { refusal: 'INSUFFICIENT_FUNDS' };
  const error = await node.tryOut(wire);
  if (error === null) return { refusal: null, lastHeight, funds: { units: held, block } };
  if (error.includes('BlockhashNotFound')) return { refusal: 'ENDS_TOO_SOON' };
  return { refusal: error.includes('AlreadyProcessed') ? 'AUTHORIZATION_USED' : 'WOULD_FAIL' };
}
