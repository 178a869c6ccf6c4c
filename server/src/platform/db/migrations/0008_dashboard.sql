-- What the dashboard shows and changes: keys with names, settings, lists that can be searched, figures, requests made.

alter table api_keys
  add column name text check (char_length(name) between 1 and 100),
  -- To the minute: busy keys would otherwise rewrite their row with every request.
  add column last_used_at timestamptz;

alter table merchants
  add column support_email text,
  -- What payments and invoices take when their maker names nothing; null means all.
  add column default_accepted_chains text[] check (cardinality(default_accepted_chains) > 0),
  add column default_accepted_tokens text[] check (cardinality(default_accepted_tokens) > 0),
  add column payout_wallet_evm text,
  add column payout_wallet_solana text,
  add column settlement_currency text,
  add column settlement_chain text;

-- When its transaction was first seen: from then to completed_at is how long confirming took.
alter table payments add column detected_at timestamptz;

-- None of these holds a payment that was just created in USD with neither e-mail nor reference: making one costs what
-- it did. The pattern operators compare bytes, so that a prefix is a range in every collation.
create index payments_by_chain on payments (merchant_id, environment, chain, payment_id) where chain is not null;
create index payments_by_token on payments (merchant_id, environment, token, payment_id) where token is not null;
create index payments_by_currency on payments (merchant_id, environment, currency, payment_id)
  where currency <> 'USD';
create index payments_email_search on payments (merchant_id, environment, lower(customer_email) text_pattern_ops)
  where customer_email is not null;
create index payments_reference_search on payments (merchant_id, environment, lower(reference_id) text_pattern_ops)
  where reference_id is not null;
create index payments_tx_search on payments (merchant_id, environment, lower(tx_hash) text_pattern_ops)
  where tx_hash is not null;
-- All that the figures add up, so that they read the index and not the payments.
create index payments_settled on payments (merchant_id, environment, payment_id)
  include (amount_minor, currency, chain, token, detected_at, completed_at)
  where status in ('completed', 'partially_refunded', 'refunded');

create index deliveries_failed on deliveries (endpoint_id, delivery_id) where status = 'failed';
create index emails_by_status on emails (merchant_id, environment, status, email_id);

-- API requests made, for a merchant's developers to look at. Unlogged: a crash of the database may empty it, and
-- writing it costs as little as it can.
create unlogged table request_log (
  request_id text not null,
  merchant_id text not null,
  environment text not null check (environment in ('test', 'live')),
  -- Null when the request came from the dashboard.
  key_id text,
  method text not null,
  -- Without the query, which may hold e-mail addresses.
  path text not null,
  status smallint not null,
  latency_ms integer not null,
  error_code text,
  ip text not null,
  created_at timestamptz not null,
  primary key (request_id, merchant_id)
);

create index request_log_by_merchant on request_log (merchant_id, environment, request_id);
