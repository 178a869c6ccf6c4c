import type { ChainId } from '../chains/registry.ts';
import type { Sql } from '../db/client.ts';
import type { Environment } from '../environment.ts';
import type { AccountKey, AccountKind, Posting, PostingKind } from './posting.ts';

/**
 * Writes postings that are not there yet, with accounts that are new, in one statement. The database checks that each is
 * balanced, and that nobody spends what is not there. What is there is looked up one by one (lateral): a plan made while
 * the tables were small would scan them whole.
 */
export async function insertPostings(tx: Sql, postings: readonly Posting[]): Promise<void> {
  const { accounts, lines } = flatten(postings);
  await tx`
    with account as materialized (
      select *, ledger_account_id(environment, kind, merchant_id, chain, token) as account_id from unnest(
        ${accounts.map((a) => a.environment)}::text[], ${accounts.map((a) => a.kind)}::text[],
        ${accounts.map((a) => a.merchantId)}::text[], ${accounts.map((a) => a.chain)}::text[],
        ${accounts.map((a) => a.token)}::text[])
        with ordinality as account (environment, kind, merchant_id, chain, token, number)
    ), opened as (
      insert into ledger_accounts (environment, kind, merchant_id, chain, token)
      select environment, kind, merchant_id, chain, token from account
      left join lateral (
        select true as known from ledger_accounts a where a.account_id = account.account_id limit 1) as there on true
      where known is null order by account_id
      on conflict do nothing
    )
    insert into ledger_entries (source, kind, environment, line, account_id, units, posted_at)
    select source, posting.kind, posting.environment, line, account_id, units, posted_at
    from unnest(${lines.map((l) => l.posting)}::bigint[], ${lines.map((l) => l.line)}::smallint[],
      ${lines.map((l) => l.account)}::bigint[], ${lines.map((l) => l.units)}::numeric[])
      as entry (posting, line, account, units)
    join unnest(${postings.map((p) => p.source)}::text[], ${postings.map((p) => p.kind)}::text[],
      ${postings.map((p) => p.environment)}::text[], ${postings.map((p) => p.at)}::timestamptz[])
      with ordinality as posting (source, kind, environment, posted_at, number) on posting.number = entry.posting
    join account on account.number = entry.account
    on conflict do nothing`;
}

/** Entries, each with the numbers of its posting and its account, from 1. */
function flatten(postings: readonly Posting[]) {
  const numbers = new Map<string, number>();
  const accounts: AccountKey[] = [];
  const numberOf = (key: AccountKey): number => {
    const name = `${key.environment} ${key.kind} ${key.merchantId} ${key.chain} ${key.token}`;
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, accounts.push(key));
    return accounts.length;
  };
  const entries: { posting: number; line: number; account: number; units: bigint }[] = [];
  for (const [index, { lines }] of postings.entries()) {
    let line = 0;
    for (const { account, units } of lines)
      if (units !== 0n) entries.push({ posting: index + 1, line: ++line, account: numberOf(account), units });
  }
  return { accounts, lines: entries };
}

export async function selectPosted(
  sql: Sql,
  kind: PostingKind,
  environment: Environment,
  sources: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ source: string }[]>`
    select source from ledger_entries
    where source = any(${[...sources]}::text[]) and kind = ${kind} and environment = ${environment} and line = 1`;
  return rows.map(({ source }) => source);
}

export interface BalanceRow {
  kind: AccountKind;
  chain: ChainId;
  token: string;
  units: string;
}

export async function selectBalances(
  sql: Sql,
  merchantId: string,
  environment: Environment,
): Promise<BalanceRow[]> {
  return sql<BalanceRow[]>`
    select kind, chain, token, ledger_balance(account_id) as units from ledger_accounts
    where merchant_id = ${merchantId} and environment = ${environment}`;
}

/** The lock that the database takes itself for a posting that spends. */
export async function lockAccount(tx: Sql, key: AccountKey): Promise<void> {
  await tx`select from ledger_accounts where account_id = ${accountId(tx, key)} for no key update`;
}

export async function selectUnits(sql: Sql, key: AccountKey): Promise<string | undefined> {
  const [row] = await sql<{ units: string }[]>`select ledger_balance(${accountId(sql, key)}) as units`;
  return row?.units;
}

function accountId(sql: Sql, { environment, kind, merchantId, chain, token }: AccountKey) {
  return sql`ledger_account_id(${environment}, ${kind}, ${merchantId}, ${chain}, ${token})`;
}

/** Adds the oldest changes to the balances. Writers are not disturbed; a second worker takes other changes. */
export async function foldChanges(sql: Sql, limit: number): Promise<number> {
  const [folded] = await sql<{ changes: number }[]>`
    with due as (
      select change_id from ledger_changes order by change_id limit ${limit} for update skip locked
    ), taken as (
      delete from ledger_changes where change_id in (select change_id from due) returning account_id, units
    ), added as (
      insert into ledger_balances as b (account_id, units)
      select account_id, sum(units) from taken group by account_id order by account_id
      on conflict (account_id) do update set units = b.units + excluded.units
    )
    select count(*)::integer as changes from taken`;
  return folded?.changes ?? 0;
}
