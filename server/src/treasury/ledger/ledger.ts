import type { ChainId } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { AccountKey, Posting, PostingKind } from './posting.ts';
import { insertPostings, lockAccount, selectBalances, selectPosted, selectUnits } from './store.ts';

/**
 * Writes postings in the caller's transaction, which is that of what they record. One that was posted before, by kind and
 * source, is left alone, so callers may repeat.
 */
export async function post(tx: Sql, postings: readonly Posting[]): Promise<void> {
  const moving = postings.filter(({ lines }) => lines.some(({ units }) => units !== 0n));
  if (moving.length > 0) await insertPostings(tx, moving);
}

/** Those of these sources that were posted as this kind. */
export async function postedSources(
  sql: Sql,
  kind: PostingKind,
  environment: Environment,
  sources: readonly string[],
): Promise<Set<string>> {
  return new Set(sources.length > 0 ? await selectPosted(sql, kind, environment, sources) : []);
}

/** What a merchant has in one token on one chain, as positive numbers. */
export interface MerchantBalance {
  chain: ChainId;
  token: string;
  /** Booked and not paid out. Negative only after a chain took money back, or a backup was restored. */
  balance: bigint;
  /** Arrived for its payments, and counted for none of them. */
  unapplied: bigint;
  /** Of payouts that are under way. */
  inTransit: bigint;
  /** Of refunds that are under way. */
  refunding: bigint;
}

export async function balancesOf(
  sql: Sql,
  merchantId: string,
  environment: Environment,
): Promise<MerchantBalance[]> {
  const found = new Map<string, MerchantBalance>();
  for (const { kind, chain, token, units } of await selectBalances(sql, merchantId, environment)) {
    const key = `${chain} ${token}`;
    const entry = found.get(key) ?? {
      chain,
      token,
      balance: 0n,
      unapplied: 0n,
      inTransit: 0n,
      refunding: 0n,
    };
    // The ledger counts what we owe as negative.
    if (kind === 'merchant_balance') entry.balance = -BigInt(units);
    if (kind === 'unapplied') entry.unapplied = -BigInt(units);
    if (kind === 'in_transit') entry.inTransit = -BigInt(units);
    if (kind === 'refunding') entry.refunding = -BigInt(units);
    found.set(key, entry);
  }
  return [...found.values()];
}

/** A merchant's balance of one token on one chain, locked against everything that spends it until the transaction ends. */
export async function holdBalance(tx: Sql, account: Omit<AccountKey, 'kind'>): Promise<bigint> {
  await lockAccount(tx, { ...account, kind: 'merchant_balance' });
  return balanceOf(tx, account);
}

/** A merchant's balance of one token on one chain. */
export async function balanceOf(sql: Sql, account: Omit<AccountKey, 'kind'>): Promise<bigint> {
  return -BigInt((await selectUnits(sql, { ...account, kind: 'merchant_balance' })) ?? '0');
}
