-- Live prices: one worker at a time asks the sources, and all processes read what it found.

-- When the next round is due. A worker takes a round by moving this on.
create table rate_rounds (
  only_one boolean primary key default true check (only_one),
  due_at timestamptz not null
);
insert into rate_rounds (due_at) values ('epoch');

-- What the last round found for each token and currency. All prices are USD for one unit.
create table rates (
  asset text primary key,
  -- When the round began.
  at timestamptz not null,
  market numeric(18, 8) check (market > 0),
  -- What one unit counts for, also while it is off; null without a market.
  usd numeric(18, 8) check (usd > 0),
  -- Why it is not offered; null while it is.
  off text,
  sources text[] not null,
  -- What each source said last, and its problem in this round.
  answers json not null,
  check (usd is not null or off is not null)
);

-- Every price of the last days: for moves within minutes, and for money that arrives after its quote ran out.
create table rate_history (
  at timestamptz not null,
  asset text not null,
  market numeric(18, 8) not null,
  usd numeric(18, 8) not null,
  -- Serves one asset at a time, the last minutes, and forgetting.
  primary key (at, asset)
);

-- What a deposit was quoted at. Null for deposits made before.
alter table deposits
  add column usd_per_token numeric(18, 8) check (usd_per_token > 0),
  add column usd_per_currency numeric(18, 8) check (usd_per_currency > 0),
  add column quote_sources text,
  add column quoted_at timestamptz,
  add column quote_expires_at timestamptz;
