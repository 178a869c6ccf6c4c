-- What becomes of unapplied money: sent back, or credited to the merchant.

alter table unapplied_funds
  -- Where it was sent, or is being sent.
  add column returned_to text,
  add column return_tx_hash text,
  -- When it was returned or credited.
  add column ended_at timestamptz,
  -- The operator's part of what was credited.
  add column fee_units numeric(78, 0) not null default 0 check (fee_units between 0 and token_units),
  -- Why the last return failed. It can be returned again.
  add column failure_reason text,
  add column failure_message text;

alter table transfers
  -- Why it must not be sent. Null when it may be.
  add column held_reason text,
  -- Set when the operator had it sent nevertheless: it is not held again.
  add column released_at timestamptz;

-- A refund of money that the chain took back is not sent until it is there again, or the operator says so.
alter table refunds add column is_held boolean not null default false;

-- Addresses of exchanges, kept by the operator: money sent back to them is not the customer's.
create table exchange_addresses (
  address text primary key,
  name text,
  added_at timestamptz not null
);

-- How many customers paid from an address.
create index arrivals_by_payer on arrivals (payer_address) where payer_address is not null;

-- The block of the mined transaction: what its gas cost is missing in the operator's balance from there on.
alter table transfer_batches add column block_number bigint;

-- The largest amount in USD cents of the merchant's payments, buttons and invoices. Null: as for everybody.
alter table merchants add column max_usd_minor bigint check (max_usd_minor >= 50);

-- Whether the operator has little gas on a chain, as a worker that sends last saw it.
create table gas_levels (
  chain text primary key,
  is_low boolean not null,
  noted_at timestamptz not null
);

-- What the operator was told of by mail, or is to be told of.
create table alarms (
  alarm_id text primary key,
  subject text not null,
  -- Null when the mail about its present state is to be sent.
  told_at timestamptz,
  raised_at timestamptz not null,
  -- Set when it is over: the row goes once the operator knows.
  over_at timestamptz
);
