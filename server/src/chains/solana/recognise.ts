import type { SolanaTransaction, TokenBalance } from './transaction.ts';

/*
 * What a transaction brought, by the difference of balances that it made: whatever programs moved the money, in however
 * many transfers, by whomever's fee. Instructions are not looked at.
 */

/** What a transaction changed in one account of ours. */
export interface Movement {
  /** Ours. */
  address: string;
  /** Where its balance is: the address itself for SOL, else a token account that belongs to it. */
  account: string;
  /** The mint; null for SOL. */
  mint: string | null;
  /** Above zero: arrived. Below: left, with the fee if the address paid it. */
  units: bigint;
  /** Who gets it back. Null when unknown, and for money that left. */
  payer: string | null;
}

/** All that changed at addresses of ours. A failing transaction takes its fee and moves nothing. */
export function movementsIn(
  transaction: SolanaTransaction,
  isOurs: (address: string) => boolean,
): Movement[] {
  const native = [...nativeOf(transaction).changes].map(([address, units]) => ({
    address,
    account: address,
    mint: null,
    units,
  }));
  const changes = transaction.isFailed ? native : [...native, ...tokenChanges(transaction)];
  return changes
    .filter(({ address, units }) => isOurs(address) && units !== 0n)
    .map((change) => ({ ...change, payer: change.units > 0n ? payerOf(transaction, change) : null }));
}

/** What an account had before and after a transaction. */
export interface UnitsAround {
  before: bigint;
  after: bigint;
}

/** Of an account that the transaction names. */
export function unitsAround(
  { keys, before, after, tokensBefore, tokensAfter }: SolanaTransaction,
  { account, mint }: { account: string; mint: string | null },
): UnitsAround {
  const index = keys.indexOf(account);
  const tokenIn = (balances: readonly TokenBalance[]) =>
    balances.find((one) => one.account === account && one.mint === mint)?.units ?? 0n;
  return mint === null
    ? { before: before[index] ?? 0n, after: after[index] ?? 0n }
    : { before: tokenIn(tokensBefore), after: tokenIn(tokensAfter) };
}

/** Balances of tokens by account. An account that is given to another owner left the one and arrived at the other. */
function tokenChanges({ tokensBefore, tokensAfter }: SolanaTransaction): Omit<Movement, 'payer'>[] {
  const found = new Map<string, Omit<Movement, 'payer'>>();
  const count = (balances: readonly TokenBalance[], sign: bigint) => {
    for (const { account, owner, mint, units } of balances) {
      const known = found.get(`${account} ${owner} ${mint}`);
      const sum = (known?.units ?? 0n) + sign * units;
      found.set(`${account} ${owner} ${mint}`, { address: owner, account, mint, units: sum });
    }
  };
  count(tokensBefore, -1n);
  count(tokensAfter, 1n);
  return [...found.values()];
}

/**
 * The references of ours that a transaction names, as accounts or by a memo that is nothing else. Its money belongs to the
 * payment of the only one, if it is one.
 */
export function referencesIn(
  { keys, memos }: SolanaTransaction,
  isReference: (key: string) => boolean,
): string[] {
  return [...new Set([...keys, ...memos].filter(isReference))];
}

export function isSignedBy({ keys, signers }: SolanaTransaction, address: string): boolean {
  return keys.slice(0, signers).includes(address);
}

/** What a transaction changed of one asset, by owner. */
interface Asset {
  mint: string | null;
  changes: Map<string, bigint>;
}

function nativeOf({ keys, before, after }: SolanaTransaction): Asset {
  const changes = new Map<string, bigint>();
  keys.forEach((key, index) => {
    add(changes, key, (after[index] ?? 0n) - (before[index] ?? 0n));
  });
  return { mint: null, changes };
}

function assetsOf(transaction: SolanaTransaction): Asset[] {
  const tokens = new Map<string, Asset>();
  for (const { address, mint, units } of tokenChanges(transaction)) {
    const asset = tokens.get(mint ?? '') ?? { mint, changes: new Map() };
    tokens.set(mint ?? '', asset);
    add(asset.changes, address, units);
  }
  return [nativeOf(transaction), ...tokens.values()];
}

/**
 * A signer who has less of this asset; else a signer who paid in another one, as in a swap that pays out to us; else the
 * only one who has less of it, such as a vault that a program signs for. Otherwise nobody could be named for sure.
 */
function payerOf(
  transaction: SolanaTransaction,
  { address: receiver, mint }: Pick<Movement, 'address' | 'mint'>,
): string | null {
  const assets = assetsOf(transaction);
  const asset = assets.find((one) => one.mint === mint);
  if (!asset) return null;
  const signers = new Set(transaction.keys.slice(0, transaction.signers));
  const losers = [...lossesOf(transaction, asset)].filter(([owner]) => owner !== receiver);
  const signing = most(losers.filter(([owner]) => signers.has(owner)));
  if (signing !== null) return signing;
  const others = assets.filter((one) => one !== asset);
  const swapped = others.flatMap((other) =>
    [...lossesOf(transaction, other, createdRent(transaction))].filter(
      ([owner]) => signers.has(owner) && owner !== receiver,
    ),
  );
  // Amounts of different assets do not compare: only one who paid at all can be named.
  const swappers = new Set(swapped.map(([owner]) => owner));
  const [only] = swappers;
  if (swappers.size === 1) return only ?? null;
  return swappers.size === 0 && losers.length === 1 ? (losers[0]?.[0] ?? null) : null;
}

/** What each owner lost of an asset. The fee is no payment, and neither is the rent of new accounts, if given. */
function lossesOf(
  { keys, fee }: SolanaTransaction,
  { mint, changes }: Asset,
  rent = 0n,
): Map<string, bigint> {
  const losses = new Map<string, bigint>();
  for (const [owner, change] of changes) {
    const costs = mint !== null ? 0n : rent + (owner === keys[0] ? fee : 0n);
    if (-change > costs) losses.set(owner, -change - costs);
  }
  return losses;
}

/** What accounts got that did not exist before. */
function createdRent({ before, after }: SolanaTransaction): bigint {
  return after.reduce((sum, units, index) => sum + (before[index] === 0n ? units : 0n), 0n);
}

function most(losses: [string, bigint][]): string | null {
  const [first, ...rest] = losses;
  return first ? rest.reduce((top, one) => (one[1] > top[1] ? one : top), first)[0] : null;
}

function add(sums: Map<string, bigint>, key: string, units: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + units);
}
