-- Up to where a chain was looked through for payments of ours: a block on EVM chains, a transaction on Solana. A restored
-- backup has the mark of its time, so that everything that was paid since is looked at again.
create table payment_marks (
  chain text primary key,
  block_number bigint,
  signature text
);

insert into payment_marks (chain, block_number)
select chain, final_number from chain_cursors where chain <> 'solana' and final_number > 0;

insert into payment_marks (chain, signature)
select 'solana', m.signature from treasury_marks m join operator_wallet w on w.solana_treasury = m.account;

-- Payments that left the vault or the treasury, and that no transfer explains. Until the operator has explained each of a
-- chain, nothing more is paid there.
create table unknown_payments (
  chain text not null,
  -- The vault's id of the payment, or the signature on Solana.
  payment_key text not null,
  tx_hash text not null,
  -- The contract of a token that is not ours.
  token text not null,
  -- Null when nobody got exactly that much.
  to_address text,
  units numeric(78, 0) not null,
  block_number bigint not null,
  found_at timestamptz not null,
  explained_at timestamptz,
  -- What it was: a transfer, a merchant, or `loss`.
  explained_as text,
  primary key (chain, payment_key),
  check ((explained_at is null) = (explained_as is null))
);
create index unknown_payments_open on unknown_payments (chain) where explained_at is null;
