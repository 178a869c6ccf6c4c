-- Bridges: routes between chains.

alter table route_steps
  -- Attempts at the second transaction of a bridge, the mint. The first one is not made again.
  add column next_tries integer not null default 0,
  -- When the call was seen to be final.
  add column called_at timestamptz,
  -- The log of the result, in the transaction `arrived_hash`.
  add column arrived_log integer;
-- One arrival counts once, whatever services say about it.
create unique index route_steps_one_arrival on route_steps (to_chain, arrived_hash, arrived_log)
  where arrived_log is not null;

-- Since when its bridge has taken longer than it should: a person has to look. Null once it has arrived.
alter table routes add column late_at timestamptz;
create index routes_late on routes (late_at) where late_at is not null;
