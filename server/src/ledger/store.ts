import type { ChainId } from '../chains/registry.ts';
import type { Sql } from '../db/client.ts';
import type { Environment } from '../environment.ts';
import type { AccountKind, Posting } from './posting.ts';

/**
 * Writes postings that are not there yet, with accounts that are new, in one statement. The database checks that each is
 * balanced, and that nobody spends what is not there.
 */
export async function insertPostings(tx: Sql, postings: (Posting & { postingId: string })[]): Promise<void> {
  const lines = postings.flatMap(({ postingId, lines: own }) =>
    own
      .filter(({ units }) => units !== 0n)
      .map(({ account, units }, index) => ({ ...account, postingId, line: index + 1, units })),
  );
  await tx`
    with line as materialized (
      select *, ledger_account_id(environment, kind, merchant_id, chain, token) as account_id from unnest(
        ${lines.map((l) => l.postingId)}::text[], ${lines.map((l) => l.line)}::smallint[],
        ${lines.map((l) => l.environment)}::text[], ${lines.map((l) => l.kind)}::text[],
        ${lines.map((l) => l.merchantId)}::text[], ${lines.map((l) => l.chain)}::text[],
        ${lines.map((l) => l.token)}::text[], ${lines.map((l) => l.units)}::numeric[])
        as line (posting_id, line, environment, kind, merchant_id, chain, token, units)
    ), opened as (
      insert into ledger_accounts (environment, kind, merchant_id, chain, token)
      select distinct environment, kind, merchant_id, chain, token from line
      where not exists (select from ledger_accounts a where a.account_id = line.account_id)
      order by 1, 2, 3, 4, 5
      on conflict do nothing
    ), posted as (
      insert into ledger_postings (posting_id, environment, kind, source, posted_at)
      select * from unnest(
        ${postings.map((p) => p.postingId)}::text[], ${postings.map((p) => p.environment)}::text[],
        ${postings.map((p) => p.kind)}::text[], ${postings.map((p) => p.source)}::text[],
        ${postings.map((p) => p.at.toISOString())}::timestamptz[])
      on conflict (source, kind, environment) do nothing
      returning posting_id
    )
    insert into ledger_entries (posting_id, line, account_id, units)
    select posting_id, line, account_id, units from line join posted using (posting_id)`;
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
