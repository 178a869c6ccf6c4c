-- Hashes of transactions that the checkout's wallet has sent. A hint only: money counts once the chain shows it. A
-- transaction that reverted sends no money, so this is the only way to learn of it.
create table transaction_hints (
  payment_id text not null,
  merchant_id text not null,
  chain text not null,
  tx_hash text not null,
  -- new: no node knows it yet. foreign: it does not pay this payment's address.
  state text not null default 'new' check (state in ('new', 'pending', 'mined', 'reverted', 'foreign')),
  given_at timestamptz not null,
  check_at timestamptz,
  -- What it sends, as a node told. Null until then.
  address text,
  token text,
  units numeric(78, 0),
  payer_address text,
  block_time timestamptz,
  primary key (payment_id, merchant_id, chain, tx_hash),
  foreign key (payment_id, merchant_id) references payments (payment_id, merchant_id)
);
create index transaction_hints_due on transaction_hints (check_at) where check_at is not null;
create index transaction_hints_reverted on transaction_hints (chain, address) where state = 'reverted';

-- How far the histories of the treasury's accounts on Solana have been read: a finalized transaction, and all before it.
create table treasury_marks (
  account text primary key,
  signature text not null
);
