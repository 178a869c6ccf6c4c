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

/** Deriving one takes a third of a millisecond, and steps ask for the same ones again and again. */
const known = new Map<string, string>();
const maxKnown = 10_000;

/** The associated token account of an owner, which every wallet sends to. */
export async function tokenAccountOf(owner: string, mint: string): Promise<string> {
  const key = `${owner} ${mint}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const account = await deriveTokenAccount(owner, mint);
  if (known.size >= maxKnown) known.clear();
  known.set(key, account);
  return account;
}

async function deriveTokenAccount(owner: string, mint: string): Promise<string> {
  loaded ??= load();
  const { findAssociatedTokenPda, address } = await loaded;
  const [account] = await findAssociatedTokenPda({
    owner: address(owner),
    mint: address(mint),
    tokenProgram: address(solanaChain.tokenProgram),
  });
  return account;
}
