-- Payments whose money a chain took back after they were completed, earlier quotes of a deposit, and the cost of gas.

-- Set when the arrival's block was abandoned after it had been final, and the money did not come back.
alter table arrival_uses add column reversed_at timestamptz;
-- The operator's part of what was applied, to take it back with the arrival.
alter table arrival_uses add column fee_units numeric(78, 0) not null default 0
  check (fee_units between 0 and applied_units);

-- How often an arrival was taken out of the ledger: its next posting needs a source that was not used before.
create table arrival_reversals (
  arrival_id text primary key,
  payment_id text not null,
  merchant_id text not null,
  times integer not null check (times > 0),
  foreign key (payment_id, merchant_id) references payments (payment_id, merchant_id)
);
create index arrival_reversals_by_payment on arrival_reversals (payment_id, merchant_id);

alter table unapplied_funds drop constraint unapplied_funds_status_check;
alter table unapplied_funds add constraint unapplied_funds_status_check
  check (status in ('open', 'returning', 'returned', 'credited', 'reversed'));

-- What is missing at completed payments. The status of a payment has no way back, so an operator decides.
create table payment_reversals (
  payment_id text not null,
  merchant_id text not null,
  chain text not null,
  token text not null,
  token_units numeric(78, 0) not null check (token_units > 0),
  reversed_at timestamptz not null,
  primary key (payment_id, merchant_id, reversed_at),
  foreign key (payment_id, merchant_id) references payments (payment_id, merchant_id)
);

-- Found again when blocks become final beyond them.
create index arrivals_gone on arrivals (chain, block_number) where state = 'gone';

-- Quotes that a newer one replaced: money that came while they held counts at their price.
create table earlier_quotes (
  payment_id text not null,
  merchant_id text not null,
  chain text not null,
  token text not null,
  token_units numeric(78, 0) not null,
  usd_per_token numeric(18, 8),
  usd_per_currency numeric(18, 8),
  quote_sources text,
  quoted_at timestamptz not null,
  quote_expires_at timestamptz not null,
  primary key (payment_id, merchant_id, chain, token, quoted_at),
  foreign key (payment_id, merchant_id, chain, token) references deposits (payment_id, merchant_id, chain, token)
);

-- What moving one deposit costs in gas, in the smallest unit of the chain's own token. Null until a worker has looked.
alter table chain_status add column sweep_units numeric(78, 0);
