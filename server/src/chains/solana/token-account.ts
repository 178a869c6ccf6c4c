import { loadOnce } from '../../lib/load-once.ts';
import { solanaChain } from './solana-chain.ts';

export const tokenAccountBytes = 165;

// On demand: most processes have no Solana.
const load = loadOnce(async () => {
  const [{ findAssociatedTokenPda }, { address }] = await Promise.all([
    import('@solana-program/token'),
    import('@solana/kit'),
  ]);
  return { findAssociatedTokenPda, address };
});

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
  const { findAssociatedTokenPda, address } = await load();
  const [account] = await findAssociatedTokenPda({
    owner: address(owner),
    mint: address(mint),
    tokenProgram: address(solanaChain.tokenProgram),
  });
  return account;
}
