-- Routing: balances exchanged into the asset that a merchant chose.

-- Calls are transactions of the operator's own address, sent by the same machinery as those of the vault.
alter table transfers drop constraint transfers_kind_check;
alter table transfers add constraint transfers_kind_check
  check (kind in ('refund', 'return', 'sweep', 'payout', 'route', 'call'));
alter table transfer_batches drop constraint transfer_batches_call_check;
alter table transfer_batches add constraint transfer_batches_call_check check (call in ('pay', 'flush', 'call'));
-- Native money that goes along.
alter table transfer_batches add column value numeric(78, 0) not null default 0 check (value >= 0);
create table transfer_calls (
  transfer_id text primary key references transfers,
  data text not null,
  value numeric(78, 0) not null check (value >= 0),
  -- Not sent if the operator has sent transactions since then that the database does not know of.
  since timestamptz not null
);
-- When the chain last knew transactions of the sender that the database did not: a backup was restored, or somebody
-- else used the key.
alter table transfer_nonces add column jumped_at timestamptz;

-- What a merchant is paid in: as received, or routed into one asset.
alter table settlement_settings drop constraint settlement_settings_asset_check;
alter table settlement_settings
  add column asset_chain text,
  add column asset_token text,
  -- What cannot be routed within limits.
  add column unroutable text not null default 'as_received' check (unroutable in ('as_received', 'wait')),
  add constraint settlement_settings_asset_check check (asset in ('as_received', 'routed')),
  add constraint settlement_settings_asset_given_check
    check ((asset = 'routed') = (asset_chain is not null and asset_token is not null));

create table routes (
  route_id text primary key,
  merchant_id text not null references merchants,
  environment text not null check (environment = 'live'),
  status text not null check (status in ('processing', 'stuck', 'completed', 'failed')),
  chain text not null,
  token text not null,
  token_units numeric(78, 0) not null check (token_units > 0),
  to_chain text not null,
  to_token text not null,
  -- What was expected to arrive when it was planned, and the least that was allowed to.
  expected_units numeric(78, 0) not null check (expected_units > 0),
  least_units numeric(78, 0) not null check (least_units > 0),
  -- What came into the balance in the end: of `to_token`, or of what the money was when the route failed.
  arrived_units numeric(78, 0),
  currency text not null,
  worth_minor bigint not null check (worth_minor >= 0),
  -- Why this way.
  explanation text not null,
  -- The entries of the balance that it takes: posted after the first time (null: from the beginning), up to the second.
  covers_after timestamptz,
  covers_until timestamptz not null,
  problem text,
  failure_message text,
  -- When a worker goes on with it. Null: somebody has to decide, or it has ended.
  due_at timestamptz,
  -- Since when nobody knows what became of its money.
  unknown_since timestamptz,
  created_at timestamptz not null,
  -- When the operator last let it go on.
  resumed_at timestamptz,
  ended_at timestamptz,
  check ((status = 'processing') = (due_at is not null))
);
-- No second route over one that is not resolved.
create unique index routes_one_at_a_time on routes (merchant_id, environment, chain, token)
  where status in ('processing', 'stuck');
create index routes_due on routes (due_at) where due_at is not null;
create index routes_by_balance on routes (merchant_id, environment, chain, token, covers_until);
create index routes_by_arrival on routes (merchant_id, environment, to_chain, to_token, ended_at);

create table route_steps (
  route_id text not null references routes,
  step smallint not null,
  status text not null check (status in ('planned', 'funding', 'funded', 'approving', 'calling', 'called', 'completed',
    'returning', 'returned')),
  provider text not null check (provider in ('uniswap', 'cctp', 'lifi')),
  chain text not null,
  token text not null,
  to_chain text not null,
  to_token text not null,
  -- Null until the step before has ended.
  token_units numeric(78, 0) check (token_units > 0),
  -- The last quote, as the provider gave it.
  quote json not null,
  expected_units numeric(78, 0) not null,
  fee_units numeric(78, 0) not null,
  -- Attempts at the call.
  tries integer not null default 0,
  -- The transaction of the call, once it is final.
  call_hash text,
  funded_at timestamptz,
  arrived_units numeric(78, 0),
  arrived_hash text,
  arrived_block bigint,
  ended_at timestamptz,
  primary key (route_id, step)
);
-- The operator's address holds one amount of a token at a time, so that an exact approval is for one route alone, and a call
-- that was sent before finds nothing to take.
create unique index route_steps_at_operator on route_steps (chain, token)
  where status in ('funding', 'funded', 'approving', 'calling', 'returning');
create index route_steps_arrived on route_steps (to_chain, arrived_block) where arrived_block is not null;

-- The operator's kill switch.
create table route_stops (
  kind text not null check (kind in ('provider', 'chain')),
  name text not null,
  stopped_at timestamptz not null,
  primary key (kind, name)
);

-- `operator`: what the operator's own address holds for a route. `trading`: what a provider holds of ours.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in ('deposit_address', 'vault',
  'treasury', 'gas', 'in_transit', 'merchant_balance', 'unapplied', 'fee_income', 'gas_cost', 'rounding', 'trading',
  'outside', 'operator'));
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (kind in ('arrival', 'completion', 'reversal',
  'refund', 'return', 'sweep', 'payout', 'fee', 'gas', 'credit', 'rounding', 'route'));

-- As for payouts, no route takes more than there is.
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
      select account_id, sum(units) as units, bool_or(kind in ('payout', 'route')) as is_payout from added
      where kind not in ('arrival', 'completion', 'reversal') group by account_id
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
