import type { SolanaTransaction } from '../../../../chains/solana/transaction.ts';

/** The owner whose balance grew by exactly these units; null if there is none. */
export function receiverOf(
  transaction: SolanaTransaction,
  { token, units, mint }: { token: string; units: bigint; mint: string },
): string | null {
  const { keys, tokensAfter } = transaction;
  const change = (owner: string) => changeOf(transaction, { token, mint, owner });
  const owners = token === 'SOL' ? keys : tokensAfter.map(({ owner }) => owner);
  return owners.find((owner) => change(owner) === units) ?? null;
}

function changeOf(
  transaction: SolanaTransaction,
  { token, mint, owner }: { token: string; mint: string; owner: string },
): bigint {
  return token === 'SOL' ? nativeChange(transaction, owner) : tokenChange(transaction, owner, mint);
}

export function nativeChange({ keys, before, after }: SolanaTransaction, owner: string): bigint {
  const index = keys.indexOf(owner);
  return (after[index] ?? 0n) - (before[index] ?? 0n);
}

export function tokenChange(
  { tokensBefore, tokensAfter }: SolanaTransaction,
  owner: string,
  mint: string,
): bigint {
  const sum = (list: SolanaTransaction['tokensAfter']) =>
    list
      .filter((one) => one.owner === owner && one.mint === mint)
      .reduce((all, { units }) => all + units, 0n);
  return sum(tokensAfter) - sum(tokensBefore);
}
