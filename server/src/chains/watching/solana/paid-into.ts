import type { BalanceAccount } from '../../solana/node.ts';
import { isSignedBy, type Movement, movementsIn, referencesIn } from '../../solana/recognise.ts';
import { solanaChain } from '../../solana/solana-chain.ts';
import type { SolanaTransaction } from '../../solana/transaction.ts';

/** Whose money a transaction may move. */
export interface Ours {
  /** Whether it is an address that is watched. */
  isOurs(address: string): boolean;
  /** The treasury, and those of before. */
  treasuries: readonly string[];
}

/**
 * What a transaction brought to an account of the treasury for those addresses of ours that it names: a customer's payment, if
 * it is one address. Null for all other money.
 */
export function paidInto(
  transaction: SolanaTransaction,
  { account, mint }: BalanceAccount,
  { isOurs, treasuries }: Ours,
): { paid: Movement; addresses: string[] } | null {
  const addresses = referencesIn(transaction, isOurs);
  // What a treasury signed is no customer's, such as a swap of ours that a market made to name a payment.
  const isOwn = treasuries.some((one) => isSignedBy(transaction, one));
  if (addresses.length === 0 || isOwn || isBridged(transaction)) return null;
  const movements = movementsIn(transaction, (one) => treasuries.includes(one) || addresses.includes(one));
  const paid = movements.find((one) => one.account === account && one.mint === mint);
  // A sweep names the deposit address too, and takes the money from there: it was counted when it came.
  const isSweep = movements.some((one) => addresses.includes(one.address) && one.units < 0n);
  return paid && paid.units > 0n && !isSweep ? { paid, addresses } : null;
}

/**
 * Anybody can end a transfer of ours over Circle's bridge, in a transaction that names a payment of his, and the route counts
 * that money. Balances do not tell: it comes out of an account of the bridge, and he can send as much of his own elsewhere beside it.
 */
function isBridged({ keys }: SolanaTransaction): boolean {
  return keys.includes(solanaChain.cctpTransmitter);
}
