-- Settlement: when and where merchants' balances are paid out, and the payouts.

create table settlement_settings (
  merchant_id text not null references merchants,
  environment text not null check (environment in ('test', 'live')),
  -- Balances are paid in the token and on the chain in which they came.
  asset text not null default 'as_received' check (asset = 'as_received'),
  schedule text not null check (schedule in ('instant', 'daily', 'weekly', 'manual')),
  -- Of the minimum, the reserve, and what payouts were worth.
  currency text not null default 'USD',
  minimum_minor bigint not null default 0 check (minimum_minor >= 0),
  -- Kept of each balance.
  reserve_minor bigint not null default 0 check (reserve_minor >= 0),
  -- When a worker looks at the balances next. Null: never.
  due_at timestamptz,
  primary key (merchant_id, environment),
  check ((schedule = 'manual') = (due_at is null))
);
create index settlement_settings_due on settlement_settings (due_at) where due_at is not null;

-- Every wallet that was ever set. The newest one that holds is paid.
create table payout_wallets (
  wallet_id text primary key,
  merchant_id text not null references merchants,
  environment text not null check (environment in ('test', 'live')),
  family text not null check (family in ('evm', 'solana')),
  address text not null,
  created_at timestamptz not null,
  holds_from timestamptz not null,
  -- Withdrawn or replaced before it held.
  cancelled_at timestamptz,
  -- Null for wallets from before there were payouts.
  member_email text
);
create index payout_wallets_by_merchant on payout_wallets (merchant_id, environment, family, holds_from);

create table payouts (
  -- Also the id of its transfer, which the vault pays once.
  payout_id text primary key,
  merchant_id text not null references merchants,
  environment text not null check (environment in ('test', 'live')),
  status text not null check (status in ('processing', 'completed', 'failed')),
  initiator text not null check (initiator in ('schedule', 'manual')),
  chain text not null,
  token text not null,
  token_units numeric(78, 0) not null check (token_units > 0),
  address text not null,
  -- What it was worth when it was made, in the merchant's currency.
  currency text not null,
  worth_minor bigint not null check (worth_minor >= 0),
  -- The entries of the balance that it pays: posted after the first time (null: from the beginning), up to the second.
  covers_after timestamptz,
  covers_until timestamptz not null,
  tx_hash text,
  failure_reason text,
  failure_message text,
  created_at timestamptz not null,
  ended_at timestamptz
);
-- Whatever workers and requests do at the same time, one of them gets the row.
create unique index payouts_one_at_a_time on payouts (merchant_id, environment, chain, token)
  where status = 'processing';
create index payouts_by_merchant on payouts (merchant_id, payout_id);
create index payouts_by_balance on payouts (merchant_id, environment, chain, token, covers_until);

-- What a payout takes, in order. Written with the payout, before anything moves.
create table payout_steps (
  payout_id text not null references payouts,
  step smallint not null,
  kind text not null check (kind in ('transfer')),
  chain text not null,
  token text not null,
  token_units numeric(78, 0) not null check (token_units > 0),
  address text not null,
  -- Null until the money may leave.
  transfer_id text unique,
  primary key (payout_id, step)
);
create index payout_steps_held on payout_steps (payout_id) where transfer_id is null;

-- The time of the block of the last comparison: a payout leaves after one at a block that is newer than itself.
alter table ledger_reconciliations add column block_time timestamptz;

-- Wallets that were set before hold. Nothing is paid to them until somebody chooses a schedule.
insert into payout_wallets (wallet_id, merchant_id, environment, family, address, created_at, holds_from)
select 'pwa_' || substr(md5(merchant_id || environment || family), 1, 26), merchant_id, environment, family, address,
  now(), now()
from merchants cross join (values ('test'), ('live')) as e (environment)
  cross join lateral (values ('evm', payout_wallet_evm), ('solana', payout_wallet_solana)) as w (family, address)
where address is not null;
insert into settlement_settings (merchant_id, environment, schedule)
select distinct merchant_id, environment, 'manual' from payout_wallets;

-- What is in transit is owed: it left a merchant's balance for a payout, and is still in the vault. As for a balance, no
-- payout takes more of it than there is.
create or replace function ledger_add_entries() returns trigger language plpgsql as $$
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
    where (a.kind in ('deposit_address', 'vault', 'treasury') and change.units < 0 and a.environment = 'test')
      or (a.kind = 'unapplied' and change.units > 0)
      -- Refunds may cost a merchant more than it has, since fees stay with the operator. Payouts may not: their money is
      -- taken from the balance before it is sent.
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
