import type { Authorization } from '../../chains/evm/authorization.ts';
import type { SignedTransaction } from '../../chains/solana/signed-transaction.ts';

/** What a payer signed: an authorization on EVM chains, the transaction itself on Solana. */
export type SignedByPayer = Authorization | SignedTransaction;

export function isTransaction(given: SignedByPayer): given is SignedTransaction {
  return 'wire' in given;
}

/** What tells it apart from all others on its chain, and shows that somebody has it. */
export function identityOf(given: SignedByPayer): { from: string; nonce: string; signature: string } {
  return isTransaction(given)
    ? { from: given.from, nonce: given.hash, signature: given.wire }
    : {
        from: given.from.toLowerCase(),
        nonce: given.nonce.toLowerCase(),
        signature: given.signature.toLowerCase(),
      };
}
