-- Routes that a merchant asks for, and routes in test mode.

-- When the merchant asked for a payout of everything; null once a worker has made it.
alter table settlement_settings add column asked_at timestamptz;
alter table settlement_settings drop constraint settlement_settings_check;
alter table settlement_settings add constraint settlement_settings_check
  check ((schedule = 'manual' and asked_at is null) = (due_at is null));
-- What made it: the schedule, or a merchant who asked.
alter table routes add column initiator text not null default 'schedule' check (initiator in ('schedule', 'manual'));

alter table routes drop constraint routes_environment_check;
alter table routes add constraint routes_environment_check check (environment in ('test', 'live'));
alter table route_steps add column environment text not null default 'live' check (environment in ('test', 'live'));
-- Simulated money is at no address: routes need not wait for each other there.
drop index route_steps_at_operator;
create unique index route_steps_at_operator on route_steps (chain, token)
  where environment = 'live' and status in ('funding', 'funded', 'approving', 'calling', 'returning');
-- A transaction is the exchange of one step alone.
create unique index route_steps_call on route_steps (chain, call_hash) where call_hash is not null;

-- For comparisons at an older block.
create index transfer_batches_by_block on transfer_batches (chain, block_number) where block_number is not null;

-- Why a balance could not be exchanged when that was last tried, for people. Goes when a route of it is made.
create table route_refusals (
  merchant_id text not null references merchants,
  environment text not null check (environment in ('test', 'live')),
  chain text not null,
  token text not null,
  explanation text not null,
  refused_at timestamptz not null,
  primary key (merchant_id, environment, chain, token)
);
