// Loaded on demand: most processes have no Solana.
const load = () => import('@solana/kit');
let loaded: ReturnType<typeof load> | null = null;

/** The account of a program that these seeds lead to. Nobody has a key for it. */
export async function programAddress(
  program: string,
  seeds: readonly (string | Uint8Array)[],
): Promise<string> {
  loaded ??= load();
  const { address, getProgramDerivedAddress } = await loaded;
  const [found] = await getProgramDerivedAddress({ programAddress: address(program), seeds: [...seeds] });
  return found;
}
