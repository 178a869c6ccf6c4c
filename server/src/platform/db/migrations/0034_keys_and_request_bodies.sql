-- When a key stops working by itself. Null: never.
alter table api_keys add column expires_at timestamptz;

-- Redacted bodies of logged requests, apart from the log, which is listed often and kept for more requests. Unlogged like
-- the log itself.
create unlogged table request_bodies (
  request_id text not null,
  merchant_id text not null,
  environment text not null check (environment in ('test', 'live')),
  -- What the request was about, if the answer or the path says so.
  resource_id text,
  request_body text,
  response_body text,
  primary key (request_id, merchant_id)
);
create index request_bodies_by_merchant on request_bodies (merchant_id, environment, request_id);
