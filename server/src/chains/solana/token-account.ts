import { solanaChain } from '../solana-chain.ts';

// Loaded on demand: most processes have no Solana.
const load = async () => {
  const [{ findAssociatedTokenPda }, { address }] = await Promise.all([
    import('@solana-program/token'),
    import('@solana/kit'),
  ]);
  return { findAssociatedTokenPda, address };
};
let loaded: ReturnType<typeof load> | null = null;

/** The associated token account of an owner, which every wallet sends to. */
export async function tokenAccountOf(owner: string, mint: string): Promise<string> {
  loaded ??= load();
  const { findAssociatedTokenPda, address } = await loaded;
  const [account] = await findAssociatedTokenPda({
    owner: address(owner),
    mint: address(mint),
    tokenProgram: address(solanaChain.tokenProgram),
  });
  return account;
}
