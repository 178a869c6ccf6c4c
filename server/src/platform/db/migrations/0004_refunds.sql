-- Money going back to payers.

-- What the refunds of a payment add up to, those that failed left out. However many race, the sum cannot pass what was
-- paid: neither in the payment's currency nor in the token's units.
alter table payments
  add column refunded_minor bigint not null default 0,
  add column refunded_units numeric(78, 0) not null default 0,
  add constraint payments_refunded_minor check (refunded_minor between 0 and amount_minor),
  add constraint payments_refunded_units check (refunded_units between 0 and coalesce(token_units, 0));

create table refunds (
  refund_id text not null,
  merchant_id text not null,
  environment text not null check (environment in ('test', 'live')),
  payment_id text not null,
  status text not null check (status in ('processing', 'completed', 'failed')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  chain text not null,
  token text not null,
  token_units numeric(78, 0) not null check (token_units > 0),
  reason text,
  refunded_to text not null,
  -- The signed transfer, stored before it is broadcast, so that it is signed once and may be broadcast again.
  tx_hash text,
  signed_transfer text,
  failure_reason text,
  failure_message text,
  created_at timestamptz not null,
  completed_at timestamptz,
  -- When to sign it, or to ask the chain about it, next.
  check_at timestamptz,
  primary key (refund_id, merchant_id),
  foreign key (payment_id, merchant_id) references payments
);

create index refunds_by_merchant on refunds (merchant_id, environment, refund_id);
create index refunds_by_status on refunds (merchant_id, environment, status, refund_id);
create index refunds_by_payment on refunds (payment_id, refund_id);
create index refunds_to_check on refunds (check_at) where status = 'processing';
