-- Solana: the accounts that hold an address's money, and deposit addresses made ahead by workers.

-- Whose balance an arrival or a departure changed: the address itself for SOL, else a token account. Null on EVM chains.
alter table arrivals add column account text;
alter table departures add column account text;

-- `serve` holds no key, so workers derive addresses from the operator's seed and `serve` takes them.
create table solana_addresses (
  -- The last part of the derivation path.
  index integer primary key,
  address text not null unique,
  -- Null until a payment takes it. Never given to another payment.
  payment_id text unique,
  made_at timestamptz not null,
  taken_at timestamptz
);

create index solana_addresses_free on solana_addresses (index) where payment_id is null;
