import type { Fragment, Sql } from '../db/client.ts';

/**
 * Common table expressions that book completed test payments in the statement that completes them, as `completionPosting`
 * does: a statement of its own would cost a payment that completes alone more than writing its entries. `completed` names
 * the rows: payments with their merchant's `fee_bps`. `opens` also opens accounts that are missing, in `opened`; without
 * it the database refuses them.
 */
export function completionEntries(sql: Sql, completed: Fragment, opens: boolean): Fragment {
  return sql`
    line as (
      select payment_id, environment, chain, token, completed_at, line, kind, owner, units,
        ledger_account_id(environment, kind, owner, chain, token) as account_id,
        ledger_account_id(environment, 'deposit_address', null, chain, token) as other_account_id
      from (
        select *, div(token_units * fee_bps, 10000) as fee from ${completed}
        where environment = 'test' and chain is not null and token is not null and token_units is not null
      ) as payment cross join lateral (
        values (1::smallint, 'merchant_balance', merchant_id, fee - token_units), (2::smallint, 'fee_income', null, -fee)
      ) as line (line, kind, owner, units)
      where units <> 0
    ), ${opens ? openedAccounts(sql) : sql``} booked as (
      insert into ledger_entries (source, kind, environment, line, account_id, other_account_id, units, posted_at)
      select payment_id, 'completion', environment, line, account_id, other_account_id, units, completed_at from line
    )`;
}

/** Looked up one by one (lateral), as accounts of other postings are. */
function openedAccounts(sql: Sql): Fragment {
  return sql`opened as (
      insert into ledger_accounts (environment, kind, merchant_id, chain, token)
      select environment, kind, owner, chain, token from (
        select account_id as id, environment, kind, owner, chain, token from line
        union
        select other_account_id, environment, 'deposit_address', null, chain, token from line
      ) as account left join lateral (
        select true as known from ledger_accounts where account_id = account.id limit 1) as there on true
      where known is null order by id
      on conflict do nothing
      returning account_id
    ),`;
}
