import { createHash } from 'node:crypto';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';
import { pairUp } from './pairs.ts';
import type { AccountKey, AccountKind, Posting, PostingKind } from './posting.ts';

/**
 * Writes postings that are not there yet, with accounts that are new, in one statement. The database checks that each is
 * balanced, and that nobody spends what is not there. What is there is looked up one by one (lateral): a plan made while
 * the tables were small would scan them whole.
 */
export async function insertPostings(tx: Sql, postings: readonly Posting[]): Promise<void> {
  const { accounts, entries } = flatten(postings);
  await tx`
    with opened as (
      insert into ledger_accounts (environment, kind, merchant_id, chain, token)
      select environment, kind, merchant_id, chain, token from unnest(
        ${accounts.map((a) => a.id)}::uuid[], ${accounts.map((a) => a.environment)}::text[],
        ${accounts.map((a) => a.kind)}::text[], ${accounts.map((a) => a.merchantId)}::text[],
        ${accounts.map((a) => a.chain)}::text[], ${accounts.map((a) => a.token)}::text[])
        as account (id, environment, kind, merchant_id, chain, token)
      left join lateral (
        select true as known from ledger_accounts where account_id = account.id limit 1) as there on true
      where known is null order by id
      on conflict do nothing
    )
    insert into ledger_entries (source, kind, environment, line, account_id, other_account_id, units, posted_at)
    select * from unnest(
      ${entries.map((e) => e.posting.source)}::text[], ${entries.map((e) => e.posting.kind)}::text[],
      ${entries.map((e) => e.posting.environment)}::text[], ${entries.map((e) => e.line)}::smallint[],
      ${entries.map((e) => e.account)}::uuid[], ${entries.map((e) => e.other)}::uuid[],
      ${entries.map((e) => e.units)}::numeric[], ${entries.map((e) => e.posting.at)}::timestamptz[])
      as entry (source, kind)
    on conflict do nothing`;
}

interface Entry {
  posting: Posting;
  /** Within the posting, from 1. */
  line: number;
  account: string;
  other: string | null;
  units: bigint;
}

/** Entries, and the accounts in them. */
function flatten(postings: readonly Posting[]) {
  const accounts = new Map<string, AccountKey & { id: string }>();
  const idOf = (key: AccountKey): string => {
    const name = `${key.environment} ${key.kind} ${key.merchantId ?? ''} ${key.chain} ${key.token}`;
    const account = accounts.get(name) ?? { ...key, id: createHash('md5').update(name).digest('hex') };
    accounts.set(name, account);
    return account.id;
  };
  const entries: Entry[] = postings.flatMap((posting) =>
    pairUp(posting.lines).map(({ line, other }, index) => ({
      posting,
      line: index + 1,
      account: idOf(line.account),
      other: other && idOf(other),
      units: line.units,
    })),
  );
  return { accounts: [...accounts.values()], entries };
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
    where merchant_id = ${merchantId} and environment = ${environment} order by chain, token, kind`;
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
    with taken as (
      delete from ledger_changes where ctid = any(array(
        select ctid from ledger_changes order by change_id limit ${limit} for update skip locked))
      returning account_id, other_account_id, units
    ), added as (
      insert into ledger_balances as b (account_id, units)
      select account_id, sum(units) from (
        select account_id, units from taken
        union all
        select other_account_id, -units from taken where other_account_id is not null
      ) as side group by account_id order by account_id
      on conflict (account_id) do update set units = b.units + excluded.units
    )
    select count(*)::integer as changes from taken`;
  return folded?.changes ?? 0;
}
