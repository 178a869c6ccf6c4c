-- A merchant's balance covers what leaves for it. A refund takes its money out of the balance before it is sent, as payouts
-- do, or waits until the balance covers it.

alter table refunds
  add column covered_at timestamptz,
  add column fee_units numeric(78, 0) not null default 0 check (fee_units >= 0 and fee_units <= token_units);
comment on column refunds.covered_at is 'When its money was taken out of the balance. Null while it waits for the balance.';
comment on column refunds.fee_units is 'The part of token_units that the operator gives back of its fee.';
create index refunds_uncovered on refunds (merchant_id, environment, chain, token, refund_id)
  where status = 'processing' and covered_at is null;

alter table merchants
  add column refund_fees text not null default 'returned' check (refund_fees in ('returned', 'kept'));

alter table payments
  add column purpose text check (purpose = 'top_up'),
  add column exact_units numeric(78, 0) check (exact_units > 0);
comment on column payments.exact_units is 'What is asked for on chain, whatever the rate: of a top-up.';
-- Few, so that figures can leave them out.
create index payments_top_ups on payments (merchant_id, environment, payment_id) where purpose is not null;

alter table members add column notify_refunds boolean;
alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check
  check (kind in ('payment_received', 'payout_sent', 'refund_waiting', 'endpoint_failing'));
alter table notice_digests drop constraint notice_digests_kind_check;
alter table notice_digests add constraint notice_digests_kind_check
  check (kind in ('payment_received', 'payout_sent', 'refund_waiting', 'endpoint_failing'));

alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in (
  'deposit_address', 'vault', 'treasury', 'gas', 'in_transit', 'refunding', 'merchant_balance', 'unapplied', 'fee_income',
  'gas_cost', 'rounding', 'trading', 'outside', 'operator'));

-- Balances below zero and what is the operator's own are looked for every minute and before anything leaves.
create index ledger_balances_positive on ledger_balances (account_id) where units > 0;
create index ledger_accounts_own on ledger_accounts (environment, chain, token) where merchant_id is null;

create or replace function ledger_add_entries() returns trigger language plpgsql as $$
declare
  entry record;
  is_odd boolean;
  wrong text;
  spent record;
begin
  -- Most statements book one payment. Its entry is checked as those below, without the cost of grouping it.
  select *, (select count(*) from added) as entries into entry from added;
  if entry.entries = 1 and entry.line = 1 and entry.units <> 0 and entry.kind in ('arrival', 'completion', 'reversal') then
    insert into ledger_changes (account_id, other_account_id, units)
    select a.account_id, b.account_id, entry.units from ledger_accounts as a cross join ledger_accounts as b
    where a.account_id = entry.account_id and b.account_id = entry.other_account_id
      and a.environment = entry.environment and b.kind <> 'merchant_balance'
      and (b.environment, b.chain, b.token) = (a.environment, a.chain, a.token);
    if found then
      return null;
    end if;
  end if;

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
            'route', 'restored')
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

  -- What takes money from an account locks it and must find it there: nobody spends another's. Arrivals and completions only
  -- move what is there, and take no lock. Two kinds may leave a balance below zero, since the money is gone whatever the
  -- ledger thinks: reversals, when a chain abandons final blocks, and what had left before a backup was restored. For the
  -- same reason what leaves a live chain is not compared with the vault here.
  for spent in
    select a.account_id, a.kind, a.environment, a.chain, a.token
    from (
      select side.account_id, sum(side.units) as units
      from added cross join lateral (
        values (added.account_id, added.units), (other_account_id, -added.units)) as side (account_id, units)
      where kind not in ('arrival', 'completion', 'reversal', 'restored') group by side.account_id
    ) as change cross join lateral (
      select * from ledger_accounts where account_id = change.account_id limit 1) as a
    where (a.kind in ('deposit_address', 'vault', 'treasury') and change.units < 0 and a.environment = 'test')
      or (a.kind in ('merchant_balance', 'unapplied', 'in_transit', 'refunding') and change.units > 0)
    order by a.account_id
  loop
    perform from ledger_accounts where account_id = spent.account_id for no key update;
    if (case when spent.kind in ('merchant_balance', 'unapplied', 'in_transit', 'refunding') then -1 else 1 end)
      * ledger_balance(spent.account_id) < 0
    then
      raise exception 'not enough in the account % of % on % (%)', spent.kind, spent.token, spent.chain, spent.environment
        using errcode = 'check_violation', constraint = 'ledger_not_negative';
    end if;
  end loop;
  return null;
end $$;

-- Merchants' balances below zero, as positive units. Looked for among those that are folded, and added up to the last change.
create view ledger_debts as
  select environment, chain, token, merchant_id, ledger_balance(account_id) as units
  from ledger_balances b join ledger_accounts a using (account_id)
  where b.units > 0 and a.kind = 'merchant_balance' and ledger_balance(account_id) > 0;

-- Assets in which more is owed than is held, and by how much. All accounts of an asset add up to zero, so it is short by what
-- merchants owe, plus what left for nobody's account, less what the operator has earned or put in: few accounts to read.
create view ledger_short as
  select environment, chain, token, sum(units) as units from (
    select environment, chain, token, ledger_balance(account_id) as units from ledger_accounts
    where merchant_id is null and kind not in ('deposit_address', 'vault', 'treasury', 'operator', 'trading')
    union all
    select environment, chain, token, units from ledger_debts
  ) as account group by environment, chain, token having sum(units) > 0;
