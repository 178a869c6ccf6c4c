-- What members want to be told by e-mail, in which language. Null: as their role has it.
alter table members
  add column notify_payments boolean,
  add column notify_payouts boolean,
  add column notify_endpoints boolean,
  add column notify_test boolean not null default false,
  add column locale text,
  -- The first steps on the dashboard's home page.
  add column hides_checklist boolean not null default false;

-- Notices that nobody was told of yet, written in the transaction of what they are about.
create table notices (
  notice_id text not null,
  merchant_id text not null references merchants (merchant_id),
  environment text not null check (environment in ('test', 'live')),
  kind text not null check (kind in ('payment_received', 'payout_sent', 'endpoint_failing')),
  content json not null,
  created_at timestamptz not null,
  primary key (notice_id, merchant_id)
);

-- Sums of the notices above the day's limit, for one e-mail on the next day. Currency is empty where there is no amount.
create table notice_digests (
  merchant_id text not null references merchants (merchant_id),
  environment text not null check (environment in ('test', 'live')),
  kind text not null check (kind in ('payment_received', 'payout_sent', 'endpoint_failing')),
  day date not null,
  currency text not null,
  count bigint not null,
  amount_minor bigint not null,
  primary key (merchant_id, environment, kind, day, currency)
);

-- The failing_since that members were told of: once for each time that an endpoint starts to fail.
alter table webhook_endpoints add column failing_told timestamptz;
create index webhook_endpoints_failing on webhook_endpoints (failing_since) where failing_since is not null;

-- How much gas is left, for the dashboard; null until a worker has looked again.
alter table gas_levels
  add column units numeric(78, 0),
  add column transfers_left bigint;

-- Answers of each RPC address by day (UTC), added up over all processes. The host only: addresses contain keys.
create table rpc_use (
  chain text not null,
  host text not null,
  day date not null,
  calls bigint not null,
  errors bigint not null,
  last_problem text,
  last_problem_at timestamptz,
  primary key (chain, host, day)
);
