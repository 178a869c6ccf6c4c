-- The ledger: double entry, only ever added to. Positive units are what we hold (assets) and what we spent; negative ones
-- are what we owe (merchants' balances, unapplied money) and what we earned.

alter table merchants add column fee_bps smallint not null default 0 check (fee_bps between 0 and 1000);

create function ledger_account_id(environment text, kind text, merchant_id text, chain text, token text) returns uuid
language sql immutable parallel safe
return md5(environment || ' ' || kind || ' ' || coalesce(merchant_id, '') || ' ' || chain || ' ' || token)::uuid;

create table ledger_accounts (
  -- Follows from the rest, so that entries are written without looking accounts up.
  account_id uuid generated always as (ledger_account_id(environment, kind, merchant_id, chain, token)) stored primary key,
  environment text not null check (environment in ('test', 'live')),
  kind text not null check (kind in ('deposit_address', 'vault', 'treasury', 'gas', 'in_transit', 'merchant_balance',
    'unapplied', 'fee_income', 'gas_cost', 'rounding', 'trading', 'outside')),
  -- Null for accounts of the installation.
  merchant_id text references merchants,
  chain text not null,
  -- A token of the registry, or the contract address of another one.
  token text not null
);
create index ledger_accounts_by_merchant on ledger_accounts (merchant_id, environment) where merchant_id is not null;

-- What one posting did to one account. A posting is all entries of a kind and source; posting it twice does nothing.
-- No foreign key: it would lock the row of a busy account. The trigger checks instead.
create table ledger_entries (
  -- The id of what it records: a payment, a refund, an arrival, a transfer.
  source text not null,
  kind text not null check (kind in ('arrival', 'completion', 'reversal', 'refund', 'return', 'sweep', 'payout', 'fee',
    'gas', 'credit', 'rounding')),
  environment text not null check (environment in ('test', 'live')),
  line smallint not null,
  account_id uuid not null,
  units numeric(78, 0) not null check (units <> 0),
  posted_at timestamptz not null,
  primary key (source, kind, environment, line)
);
create index ledger_entries_by_account on ledger_entries (account_id, posted_at);

-- An account's balance is its row in ledger_balances and all its rows in ledger_changes. Writers only add rows, so that
-- payments of one merchant do not wait for each other; a task folds the rows into the balance.
create table ledger_balances (
  account_id uuid primary key,
  units numeric(78, 0) not null
);
create table ledger_changes (
  change_id bigint generated always as identity primary key,
  account_id uuid not null,
  units numeric(78, 0) not null
);
create index ledger_changes_by_account on ledger_changes (account_id);

create function ledger_balance(account uuid) returns numeric
language sql stable
return coalesce((select units from ledger_balances where account_id = account), 0)
  + coalesce((select sum(units) from ledger_changes where account_id = account), 0);

-- Checks the entries of a statement, which must hold whole postings. Accounts are looked up one by one (lateral): a join
-- could be planned as a scan of all.
create function ledger_add_entries() returns trigger language plpgsql as $$
declare
  wrong text;
  spends boolean;
  spent record;
begin
  -- One query: each has a price of its own, which a single payment pays alone.
  with account as materialized (
    select used.account_id, used.units, a.environment, a.chain || ' ' || a.token as asset
    from (select account_id, sum(units) as units from added group by account_id) as used left join lateral (
      select * from ledger_accounts where account_id = used.account_id limit 1) as a on true
  ), changed as (
    insert into ledger_changes (account_id, units) select account_id, units from account where units <> 0
  ), asset as (
    select added.source, added.kind, added.environment, sum(added.units) as total, count(*) as lines,
      min(added.line) as first, max(added.line) as last, bool_and(account.environment = added.environment) as known
    from added join account using (account_id)
    group by added.source, added.kind, added.environment, account.asset
  ), posting as (
    select source, kind,
      -- Numbered from 1 without a gap: a posting cannot be added to later.
      bool_and(total = 0 and coalesce(known, false)) and min(first) = 1 and max(last) = sum(lines) as is_right
    from asset group by source, kind, environment
  )
  select min(source) filter (where not is_right), bool_or(kind not in ('arrival', 'completion', 'reversal'))
  into wrong, spends from posting;
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
      select account_id, sum(units) as units, bool_or(kind = 'payout') as is_payout from added
      where kind not in ('arrival', 'completion', 'reversal') group by account_id
    ) as change cross join lateral (
      select * from ledger_accounts where account_id = change.account_id limit 1) as a
    where (a.kind in ('deposit_address', 'vault', 'treasury', 'in_transit') and change.units < 0
        and (is_payout or a.environment = 'test'))
      or (a.kind = 'unapplied' and change.units > 0)
      -- Refunds may cost a merchant more than it has, since fees stay with the operator. Payouts may not.
      or (a.kind = 'merchant_balance' and change.units > 0 and is_payout)
    order by a.account_id
  loop
    perform from ledger_accounts where account_id = spent.account_id for no key update;
    if (case when spent.kind in ('unapplied', 'merchant_balance') then -1 else 1 end) * ledger_balance(spent.account_id) < 0
    then
      raise exception 'not enough in the account % of % on % (%)', spent.kind, spent.token, spent.chain, spent.environment
        using errcode = 'check_violation', constraint = 'ledger_not_negative';
    end if;
  end loop;
  return null;
end $$;

create trigger ledger_entries_add after insert on ledger_entries
  referencing new table as added for each statement execute function ledger_add_entries();

-- The last comparison of the ledger with each live chain.
create table ledger_reconciliations (
  chain text primary key,
  due_at timestamptz not null,
  -- Null until the first one is done.
  checked_at timestamptz,
  block_number bigint,
  -- While less is on the chain than the ledger says, nothing is paid out there.
  payouts_stopped_at timestamptz,
  -- What differed, by token and account.
  differences json not null default '[]'
);

create function ledger_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name
    using errcode = 'restrict_violation', constraint = 'ledger_only_added_to';
end $$;

create trigger ledger_accounts_keep before update or delete or truncate on ledger_accounts
  for each statement execute function ledger_refuse();
create trigger ledger_entries_keep before update or delete or truncate on ledger_entries
  for each statement execute function ledger_refuse();

-- What happened before there was a ledger, posted as it is from now on, without fees.
create temporary table opening on commit drop as
  -- Test payments: straight from the deposit address to the merchant.
  select 'completion' as kind, payment_id as source, environment, merchant_id, chain, token, completed_at as posted_at,
    token_units as units, 'deposit_address' as debit, 'merchant_balance' as credit
  from payments
  where environment = 'test' and status in ('completed', 'partially_refunded', 'refunded') and token_units > 0
  union all
  select 'refund', refund_id, environment, merchant_id, chain, token, completed_at, token_units, 'merchant_balance',
    'deposit_address'
  from refunds where environment = 'test' and status = 'completed'
  union all
  select 'arrival', a.arrival_id, 'live', d.merchant_id, a.chain, coalesce(a.token, a.asset), a.seen_at, a.units,
    'deposit_address', 'unapplied'
  from arrivals a join (select distinct address, merchant_id from deposits where environment = 'live') d using (address)
  where a.state = 'final'
  union all
  select 'completion', u.payment_id, 'live', u.merchant_id, a.chain, a.token, min(u.decided_at), sum(u.applied_units),
    'unapplied', 'merchant_balance'
  from arrival_uses u join arrivals a using (arrival_id)
  where u.applied_units > 0 group by u.payment_id, u.merchant_id, a.chain, a.token;

insert into ledger_accounts (environment, kind, merchant_id, chain, token)
select distinct environment, account, case when account <> 'deposit_address' then merchant_id end, chain, token
from opening cross join lateral (values (debit), (credit)) as side (account);

insert into ledger_entries (source, kind, environment, line, account_id, units, posted_at)
select source, kind, environment, line,
  ledger_account_id(environment, account, case when account <> 'deposit_address' then merchant_id end, chain, token),
  signed, posted_at
from opening cross join lateral (values (1, debit, units), (2, credit, -units)) as side (line, account, signed);
