import type { Fragment, Sql } from '../../platform/db/client.ts';

/**
 * Common table expressions that book completed test payments in the statement that completes them, as `completionPosting`
 * does: a statement of its own would cost a payment that completes alone more than writing its entries. `completed` names
 * the rows: payments with their merchant's `fee_bps`. `opens` also opens accounts that are missing, in `opened`; without
 * it the database refuses them. `assumesNoFee` is faster, and the database refuses it for a merchant with a fee.
 */
export function completionEntries(
  sql: Sql,
  completed: Fragment,
  { opens, assumesNoFee }: { opens: boolean; assumesNoFee: boolean },
): Fragment {
  return sql`
    line as (
      select payment_id, environment, chain, token, completed_at, line, kind, owner, units,
        ledger_account_id(environment, kind, owner, chain, token) as account_id,
        ledger_account_id(environment, 'deposit_address', null, chain, token) as other_account_id
      from (${assumesNoFee ? wholeLines(sql, completed) : sharedLines(sql, completed)}) as payment
      where environment = 'test' and chain is not null and token is not null and units <> 0
    ), ${opens ? openedAccounts(sql) : sql``} booked as (
      insert into ledger_entries (source, kind, environment, line, account_id, other_account_id, units, posted_at)
      select payment_id, 'completion', environment, line, account_id, other_account_id, units, completed_at from line
    )`;
}

/** A line for the merchant, and one for the operator. */
function sharedLines(sql: Sql, completed: Fragment): Fragment {
  return sql`
    select * from (select *, div(token_units * fee_bps, 10000) as fee from ${completed}) as payment
    cross join lateral (
      values (1::smallint, 'merchant_balance', merchant_id, fee - token_units), (2::smallint, 'fee_income', null, -fee)
    ) as line (line, kind, owner, units)`;
}

/** All for the merchant. With a fee there is no line, which the database refuses. */
function wholeLines(sql: Sql, completed: Fragment): Fragment {
  return sql`
    select *, case when fee_bps = 0 then 1::smallint end as line, 'merchant_balance' as kind, merchant_id as owner,
      -token_units as units
    from ${completed}`;
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
