-- Makes a posting cheaper, above all one that is alone in its statement.

-- Postgres prepares the checks of a table anew for each statement, which costs more than writing the row. The trigger
-- below checks the same, with plans that are kept.
alter table ledger_entries
  drop constraint ledger_entries_environment_check,
  drop constraint ledger_entries_kind_check,
  drop constraint ledger_entries_units_check;

-- A change names both accounts, as an entry does. Changes from before name one.
alter table ledger_changes add column other_account_id uuid;
create index ledger_changes_by_other_account on ledger_changes (other_account_id);

create or replace function ledger_balance(account uuid) returns numeric language sql stable
return coalesce((select units from ledger_balances where account_id = account), 0)
  + coalesce((select sum(units) from ledger_changes where account_id = account), 0)
  - coalesce((select sum(units) from ledger_changes where other_account_id = account), 0);

-- Checks the entries of a statement, which must hold whole postings. Accounts are looked up one by one: a join could be
-- planned as a scan of all.
create or replace function ledger_add_entries() returns trigger language plpgsql as $$
declare
  is_odd boolean;
  wrong text;
  spent record;
begin
  -- By pairs of accounts: a statement has few of them, however many payments it books. Nothing is left to check when each
  -- entry is a whole posting, takes nothing from a balance, and moves units between two accounts of one asset.
  with pair as materialized (
    select account_id, other_account_id, environment, sum(units) as units,
      bool_and(line = 1 and units <> 0 and kind in ('arrival', 'completion', 'reversal')) as is_simple
    from added group by account_id, other_account_id, environment
  ), changed as (
    insert into ledger_changes (account_id, other_account_id, units)
    select account_id, other_account_id, units from pair where units <> 0
  )
  select true into is_odd from pair where not is_simple or (
    -- A merchant's balance is never the other account: entries of an account are found by the first.
    select b.kind <> 'merchant_balance' from ledger_accounts as a cross join ledger_accounts as b
    where a.account_id = pair.account_id and b.account_id = pair.other_account_id and a.environment = pair.environment
      and (b.environment, b.chain, b.token) = (a.environment, a.chain, a.token)
  ) is not true;
  if is_odd is null then
    return null;
  end if;

  select min(source) into wrong from (
    select source from (
      select source, added.kind, added.environment, count(*) as lines, min(line) as first, max(line) as last,
        sum(units) filter (where other_account_id is null) as total,
        bool_and(coalesce(units <> 0 and a.environment = added.environment and added.kind in (
            'arrival', 'completion', 'reversal', 'refund', 'return', 'sweep', 'payout', 'fee', 'gas', 'credit', 'rounding',
            'route')
          and (other_account_id is null or (b.kind <> 'merchant_balance'
            and (b.environment, b.chain, b.token) = (a.environment, a.chain, a.token))), false)) as is_right
      from added left join lateral (
        select * from ledger_accounts where account_id = added.account_id limit 1) as a on true
      left join lateral (
        select * from ledger_accounts where account_id = added.other_account_id limit 1) as b on true
      -- An entry of two accounts is balanced by itself.
      group by source, added.kind, added.environment,
        case when other_account_id is null then a.chain || ' ' || a.token end
    ) as asset
    group by source, kind, environment
    -- Numbered from 1 without a gap: a posting cannot be added to later.
    having bool_or(total <> 0) or not bool_and(is_right) or min(first) <> 1 or max(last) <> sum(lines)
  ) as posting;
  if wrong is not null then
    raise exception 'the posting of % is not balanced, not whole, or names an unknown account', wrong
      using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;

  -- What takes money from an account locks it and must find it there. Completions only move what arrived before, and
  -- take no lock. What has left a live chain has left: it is booked whatever the ledger thinks, and compared later.
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
