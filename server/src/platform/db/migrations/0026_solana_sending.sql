-- Money out on Solana.

-- Where deposits are swept to, and where refunds leave from. Null until a worker that has the wallet file writes it.
alter table operator_wallet add column solana_treasury text;
-- Pays fees and rent. The operator sends it SOL.
alter table operator_wallet add column solana_fee_payer text;

-- One transaction on Solana: a payment by a durable nonce, or sweeps by a blockhash.
create table solana_batches (
  batch_id text primary key,
  call text not null check (call in ('pay', 'sweep')),
  -- Follows from the transfer's id, so that a database restored from a backup pays it by the same one.
  nonce_account text,
  status text not null check (status in ('open', 'done')),
  created_at timestamptz not null,
  -- The transaction that was finalized, and what it cost the fee payer in lamports: fee, priority and rent.
  tx_hash text,
  cost numeric(78, 0),
  succeeded boolean,
  ended_at timestamptz,
  check ((call = 'pay') = (nonce_account is not null))
);
create unique index solana_batches_nonce on solana_batches (nonce_account) where status = 'open';
create index solana_batches_open on solana_batches (created_at) where status = 'open';

-- Every signature ever made, before it is sent. Only bytes read from here are sent.
create table solana_signatures (
  batch_id text not null references solana_batches,
  attempt integer not null,
  tx_hash text not null unique,
  raw text not null,
  -- The value of the nonce, or the blockhash, and the slot that it was read at.
  lifetime text not null,
  read_slot bigint not null,
  -- Null with a nonce, which never expires.
  last_valid_height bigint,
  created_at timestamptz not null,
  primary key (batch_id, attempt)
);

-- The least that a new address can receive of the chain's own token, in its smallest unit; null where there is no minimum.
alter table chain_status add column least_native numeric(78, 0);
