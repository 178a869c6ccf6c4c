-- Money that leaves: what is to be sent, the transactions that carry it, and every signature that was made for them.

create table transfers (
  -- Its hash is the id under which the vault pays, once for ever.
  transfer_id text primary key,
  kind text not null check (kind in ('refund', 'return', 'sweep', 'payout')),
  environment text not null check (environment in ('test', 'live')),
  -- Null for sweeps, which are nobody's in particular.
  merchant_id text references merchants,
  chain text not null,
  token text not null,
  to_address text not null,
  units numeric(78, 0) not null check (units > 0),
  -- What it is for: a refund, unapplied funds, a payout, or the payment whose deposit address is swept.
  source text not null,
  status text not null check (status in ('waiting', 'sending', 'completed', 'failed')),
  batch_id text,
  -- Why it waits, for the operator.
  problem text,
  -- How often it was in a transaction that did not carry it out.
  attempts integer not null default 0,
  -- When to try next, while it waits.
  due_at timestamptz,
  tx_hash text,
  failure_reason text,
  failure_message text,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((status = 'waiting') = (due_at is not null)),
  check (status <> 'sending' or batch_id is not null)
);
create index transfers_due on transfers (chain, due_at) where status = 'waiting';
create index transfers_due_test on transfers (due_at) where status = 'waiting' and environment = 'test';
create index transfers_open on transfers (transfer_id) where status in ('waiting', 'sending');
create index transfers_by_status on transfers (status, transfer_id);
create index transfers_by_batch on transfers (batch_id) where batch_id is not null;
create index transfers_by_source on transfers (source);

-- Nonces are counted here and never asked of a node. The row is locked while one is taken.
create table transfer_nonces (
  chain text not null,
  sender text not null,
  next_nonce bigint not null check (next_nonce >= 0),
  primary key (chain, sender)
);

-- One transaction that carries several transfers.
create table transfer_batches (
  batch_id text primary key,
  chain text not null,
  sender text not null,
  call text not null check (call in ('pay', 'flush')),
  target text not null,
  data text not null,
  gas_limit bigint not null check (gas_limit > 0),
  -- Rises when another transaction is known, at final depth, to have used the nonce.
  generation integer not null default 1,
  nonce bigint not null,
  status text not null check (status in ('open', 'done')),
  created_at timestamptz not null,
  -- The transaction that was mined, what its gas cost in the chain's smallest unit, and whether it succeeded.
  tx_hash text,
  gas_cost numeric(78, 0),
  succeeded boolean,
  ended_at timestamptz,
  unique (chain, sender, nonce)
);
create index transfer_batches_open on transfer_batches (chain, nonce) where status = 'open';

-- Every signature ever made, before it is sent. Only bytes read from here are sent.
create table transfer_signatures (
  batch_id text not null references transfer_batches,
  generation integer not null,
  attempt integer not null,
  nonce bigint not null,
  tx_hash text not null unique,
  raw text not null,
  max_fee numeric(78, 0) not null,
  tip numeric(78, 0) not null,
  gas_limit bigint not null,
  created_at timestamptz not null,
  primary key (batch_id, generation, attempt)
);

-- The sweep that moves an arrival into the vault.
alter table arrivals add column sweep_id text;
create index arrivals_unswept on arrivals (chain, token, arrival_id) where sweep_id is null and state = 'final';

-- Null while a live refund waits for an address: nobody knows who paid.
alter table refunds alter column refunded_to drop not null;

-- Refunds under way go on as transfers. Their check was for signing and asking; now it is the end of a wait for an address.
insert into transfers (transfer_id, kind, environment, merchant_id, chain, token, to_address, units, source, status,
  due_at, created_at)
select refund_id, 'refund', environment, merchant_id, chain, token, refunded_to, token_units, refund_id, 'waiting',
  created_at, created_at
from refunds where status = 'processing';
update refunds set check_at = null where status = 'processing';
