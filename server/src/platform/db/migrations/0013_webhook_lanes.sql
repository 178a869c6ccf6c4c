-- Deliveries wait in two lanes, so that endpoints that fail, hang or were never tried cannot hold up those that work.

alter table webhook_endpoints
  -- Its last attempt succeeded, and quickly.
  add column is_prompt boolean not null default false,
  -- When the first attempt failed after which none succeeded.
  add column failing_since timestamptz;

-- 1: the endpoint was prompt when the delivery was made or moved here. 2: all others.
alter table undelivered add column lane smallint not null default 2 check (lane in (1, 2));

-- Serves the workers, which go from merchant to merchant and endpoint to endpoint within a lane.
create index undelivered_lanes on undelivered (lane, merchant_id, endpoint_id, next_attempt_at)
  where next_attempt_at is not null;
drop index undelivered_due;
