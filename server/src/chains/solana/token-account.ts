import { solanaChain } from '../solana-chain.ts';

/** The associated token account of an owner, which every wallet sends to. */
export async function tokenAccountOf(owner: string, mint: string): Promise<string> {
  // Loaded on demand: most processes have no Solana.
  const { findAssociatedTokenPda } = await import('@solana-program/token');
  const { address } = await import('@solana/kit');
  const tokenProgram = address(solanaChain.tokenProgram);
  const [account] = await findAssociatedTokenPda({
    owner: address(owner),
    mint: address(mint),
    tokenProgram,
  });
  return account;
}
