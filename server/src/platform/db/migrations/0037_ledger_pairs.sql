-- Most postings move money between two accounts. One entry names both, which halves what is written. Entries from before
-- name one account each, and stay as they are.
alter table ledger_entries add column other_account_id uuid;

-- What each entry did to each account.
create view ledger_lines as
  select source, kind, environment, line, account_id, units, posted_at from ledger_entries
  union all
  select source, kind, environment, line, other_account_id, -units, posted_at from ledger_entries
  where other_account_id is not null;

-- Checks the entries of a statement, which must hold whole postings. Accounts are looked up one by one (lateral): a join
-- could be planned as a scan of all.
create or replace function ledger_add_entries() returns trigger language plpgsql as $$
declare
  wrong text;
  is_paired boolean;
  spends boolean;
  spent record;
begin
  -- One query, by pairs of accounts: a statement has few of them, however many payments it books.
  with pair as materialized (
    select account_id, other_account_id, environment, sum(units) as units, min(source) as source,
      bool_and(line = 1) as is_first, bool_or(kind not in ('arrival', 'completion', 'reversal')) as spends
    from added group by account_id, other_account_id, environment
  ), changed as (
    insert into ledger_changes (account_id, units)
    select account_id, sum(units) from (
      select account_id, units from pair
      union all
      select other_account_id, -units from pair where other_account_id is not null
    ) as side group by account_id having sum(units) <> 0
  )
  select
    -- A merchant's balance is never the other account: entries of an account are found by the first.
    min(source) filter (where a.environment is distinct from pair.environment or (other_account_id is not null
      and (b.kind = 'merchant_balance' or (a.environment, a.chain, a.token) is distinct from (b.environment, b.chain, b.token)))),
    bool_and(is_first and other_account_id is not null), bool_or(pair.spends)
  into wrong, is_paired, spends
  from pair left join lateral (
    select * from ledger_accounts where account_id = pair.account_id limit 1) as a on true
  left join lateral (
    select * from ledger_accounts where account_id = pair.other_account_id limit 1) as b on true;

  -- An entry of two accounts is balanced, and a whole posting if it is the first line.
  if wrong is null and not is_paired then
    select min(source) into wrong from (
      select source from (
        select source, kind, environment, sum(units) filter (where other_account_id is null) as total, count(*) as lines,
          min(line) as first, max(line) as last
        from added left join lateral (
          select chain || ' ' || token as asset from ledger_accounts
          where account_id = added.account_id and added.other_account_id is null limit 1) as a on true
        group by source, kind, environment, asset
      ) as asset
      group by source, kind, environment
      -- Numbered from 1 without a gap: a posting cannot be added to later.
      having bool_or(total <> 0) or min(first) <> 1 or max(last) <> sum(lines)
    ) as posting;
  end if;
  if wrong is not null then
    raise exception 'the posting of % is not balanced, not whole, or names an unknown account', wrong
      using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;

  -- What takes money from an account locks it and must find it there. Completions only move what arrived before, and
  -- take no lock. What has left a live chain has left: it is booked whatever the ledger thinks, and compared later.
  if spends is not true then
    return null;
  end if;
  for spent in
    select a.account_id, a.kind, a.environment, a.chain, a.token
    from (
      select side.account_id, sum(side.units) as units, bool_or(kind in ('payout', 'route')) as is_payout
      from added cross join lateral (
        values (added.account_id, added.units), (other_account_id, -added.units)) as side (account_id, units)
      where kind not in ('arrival', 'completion', 'reversal') group by side.account_id
    ) as change cross join lateral (
      select * from ledger_accounts where account_id = change.account_id limit 1) as a
    where (a.kind in ('deposit_address', 'vault', 'treasury') and change.units < 0 and a.environment = 'test')
      or (a.kind = 'unapplied' and change.units > 0)
      -- Refunds may cost a merchant more than it has, since fees stay with the operator. Payouts and routes may not:
      -- their money is taken from the balance before it is sent.
      or (a.kind in ('merchant_balance', 'in_transit') and change.units > 0 and is_payout)
    order by a.account_id
  loop
    perform from ledger_accounts where account_id = spent.account_id for no key update;
    if (case when spent.kind in ('unapplied', 'merchant_balance', 'in_transit') then -1 else 1 end) * ledger_balance(spent.account_id) < 0
    then
      raise exception 'not enough in the account % of % on % (%)', spent.kind, spent.token, spent.chain, spent.environment
        using errcode = 'check_violation', constraint = 'ledger_not_negative';
    end if;
  end loop;
  return null;
end $$;
