-- How far each live chain has been read, and what has arrived at our addresses.

create table chain_cursors (
  chain text primary key,
  -- The verified block. Null until the first one is chosen.
  number bigint,
  hash text,
  block_time timestamptz,
  -- Read twice, and final for amounts that do not wait for `finalized`. A reorganisation below it halts the chain.
  final_number bigint not null default 0,
  finalized_number bigint not null default 0,
  -- Rises with every commit: a step writes only if the cursor is as it found it.
  version bigint not null default 0,
  -- Rises when another worker takes the chain: one that lost it cannot write.
  fence bigint not null default 0,
  lease_holder text,
  lease_until timestamptz,
  -- When a node last answered, and the newest block that it knew.
  answered_at timestamptz,
  head_number bigint,
  head_time timestamptz,
  halted_at timestamptz,
  halted_reason text
);

-- Verified blocks from the final one to the cursor, to find the fork after a reorganisation.
create table chain_blocks (
  chain text not null,
  number bigint not null,
  hash text not null,
  block_time timestamptz not null,
  primary key (chain, number)
);

create table watched_addresses (
  chain text not null,
  address text not null,
  payment_id text,
  -- Whether native money is expected.
  native boolean not null,
  registered_at timestamptz not null,
  watch_until timestamptz not null,
  -- The transaction that wrote the row. Workers read what is new since a snapshot by it: numbers from a sequence become
  -- visible out of order.
  changed_by xid8 not null default pg_current_xact_id(),
  primary key (chain, address)
);

create index watched_addresses_changed on watched_addresses (chain, changed_by);

create table arrivals (
  arrival_id text primary key,
  chain text not null,
  kind text not null check (kind in ('log', 'native', 'balance')),
  -- Unique within the block: the log's index, the transaction, or the address.
  identity text not null,
  -- Null for a known stray.
  token text,
  -- The token's contract; null for native money.
  asset text,
  address text not null,
  payer_address text,
  units numeric not null check (units > 0),
  tx_hash text,
  block_hash text not null,
  block_number bigint not null,
  block_time timestamptz not null,
  log_index integer,
  waits_for_finalized boolean not null,
  state text not null check (state in ('seen', 'final', 'gone')),
  seen_at timestamptz not null,
  unique (chain, block_hash, identity)
);

create index arrivals_address on arrivals (chain, address);
create index arrivals_unfinal on arrivals (chain, block_number) where state = 'seen';

-- Native money that left our addresses, so that what a balance lacks is explained.
create table departures (
  chain text not null,
  block_hash text not null,
  identity text not null,
  address text not null,
  units numeric not null check (units > 0),
  block_number bigint not null,
  gone boolean not null default false,
  primary key (chain, block_hash, identity)
);

create index departures_address on departures (chain, address);
create index departures_block on departures (chain, block_number) where not gone;
