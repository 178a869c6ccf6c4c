-- What live payments need beside their deposits: how far an amount may be off, and money that no payment took.

alter table merchants add column tolerance_bps smallint not null default 50
  check (tolerance_bps between 0 and 500);

-- How much less than the quote still counts as paid, and how much more is kept. Nothing in test mode.
alter table deposits add column tolerance_units numeric(78, 0) not null default 0
  check (tolerance_units >= 0 and tolerance_units < token_units);

-- What became of each final arrival: decided once, when its payment is over.
create table arrival_uses (
  arrival_id text primary key,
  payment_id text not null,
  merchant_id text not null,
  -- Counted for the payment.
  applied_units numeric(78, 0) not null check (applied_units >= 0),
  -- Not counted: see unapplied_funds.
  unapplied_units numeric(78, 0) not null check (unapplied_units >= 0),
  decided_at timestamptz not null,
  foreign key (payment_id, merchant_id) references payments (payment_id, merchant_id)
);
create index arrival_uses_by_payment on arrival_uses (payment_id, merchant_id);

create table unapplied_funds (
  unapplied_id text not null,
  merchant_id text not null references merchants,
  environment text not null check (environment in ('test', 'live')),
  payment_id text not null,
  arrival_id text not null unique references arrival_uses,
  status text not null check (status in ('open', 'returning', 'returned', 'credited')),
  reason text not null,
  chain text not null,
  token text not null,
  token_units numeric(78, 0) not null check (token_units > 0),
  tx_hash text,
  payer_address text,
  arrived_at timestamptz not null,
  created_at timestamptz not null,
  primary key (unapplied_id, merchant_id),
  foreign key (payment_id, merchant_id) references payments (payment_id, merchant_id)
);
create index unapplied_funds_by_merchant on unapplied_funds (merchant_id, environment, unapplied_id);
create index unapplied_funds_by_status on unapplied_funds (merchant_id, environment, status, unapplied_id);
create index unapplied_funds_by_payment on unapplied_funds (payment_id, merchant_id);

-- The addresses of the operator's wallet. Nothing here can move money: `serve` needs no more.
create table operator_wallet (
  only_one boolean primary key default true check (only_one),
  evm_operator text not null,
  evm_vault text not null,
  created_at timestamptz not null
);

create index deposits_by_address on deposits (address) where environment = 'live';

-- What workers last found out about each live chain. The checkout offers those without a problem.
create table chain_status (
  chain text primary key,
  checked_at timestamptz not null,
  problem text
);
