import { loadOnce } from '../../lib/load-once.ts';

// On demand: most processes have no Solana.
const load = loadOnce(() => import('@solana/kit'));

/** The account of a program that these seeds lead to. Nobody has a key for it. */
export async function programAddress(
  program: string,
  seeds: readonly (string | Uint8Array)[],
): Promise<string> {
  const { address, getProgramDerivedAddress } = await load();
  const [found] = await getProgramDerivedAddress({ programAddress: address(program), seeds: [...seeds] });
  return found;
}
