-- Endpoints, the deliveries owed to them, and every attempt made.

create table webhook_endpoints (
  endpoint_id text not null,
  merchant_id text not null references merchants,
  environment text not null check (environment in ('test', 'live')),
  url text not null,
  -- Event types, or '*' alone for all of them.
  events text[] not null,
  description text,
  -- A deleted endpoint stays until its deliveries have aged out, but nobody sees it and nothing is sent to it.
  status text not null check (status in ('enabled', 'disabled', 'deleted')),
  -- Signing secrets, encrypted; each names the master key it was encrypted with.
  secret bytea not null,
  secret_key_id text not null,
  -- The secret before the last rotation signs beside the new one until then.
  previous_secret bytea,
  previous_secret_key_id text,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  primary key (endpoint_id, merchant_id)
);

create index webhook_endpoints_by_merchant on webhook_endpoints (merchant_id, environment, endpoint_id)
  where status <> 'deleted';

create table deliveries (
  delivery_id text not null,
  event_id text not null,
  endpoint_id text not null,
  merchant_id text not null,
  environment text not null check (environment in ('test', 'live')),
  event_type text not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  -- Attempts made and recorded.
  attempts smallint not null default 0,
  -- When to try next.
  next_attempt_at timestamptz,
  -- While a worker has it: nobody else takes it before. In no index, so that taking a delivery rewrites none.
  leased_until timestamptz,
  -- Made by a test: tried once, and once more when asked, never on a schedule.
  is_test boolean not null default false,
  created_at timestamptz not null,
  primary key (delivery_id, merchant_id)
) with (fillfactor = 80);

-- Serves the worker, which goes from endpoint to endpoint, so that one endpoint's backlog hides nobody else's.
create index deliveries_due on deliveries (endpoint_id, next_attempt_at) where status = 'pending';
create index deliveries_by_endpoint on deliveries (endpoint_id, delivery_id);

create table delivery_attempts (
  attempt_id text not null,
  delivery_id text not null,
  merchant_id text not null,
  attempt smallint not null,
  http_status smallint,
  response_body text,
  latency_ms integer not null,
  error text,
  attempted_at timestamptz not null,
  primary key (delivery_id, attempt_id, merchant_id)
);
