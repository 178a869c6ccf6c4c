-- What became of a delivery moves out of its row: into a small table of those that have not succeeded yet. The row itself
-- is written once and never again, and the table that workers write to holds what is left to do and nothing else.

create table undelivered (
  endpoint_id text not null,
  delivery_id text not null,
  merchant_id text not null,
  event_id text not null,
  is_test boolean not null,
  -- Attempts made and recorded.
  attempts smallint not null,
  -- When to try next; null when no more attempts are due: the delivery failed.
  next_attempt_at timestamptz,
  -- While a worker has it: nobody else takes it before. In no index, so that taking a delivery rewrites none.
  leased_until timestamptz,
  primary key (endpoint_id, delivery_id, merchant_id)
-- Room on each page for the rows a worker leases, all of a page at once when there is a backlog.
) with (fillfactor = 50);

insert into undelivered (endpoint_id, delivery_id, merchant_id, event_id, is_test, attempts, next_attempt_at, leased_until)
select endpoint_id, delivery_id, merchant_id, event_id, is_test, attempts,
  case when status = 'pending' then next_attempt_at end, leased_until
from deliveries where status <> 'succeeded';

-- Serves the worker, which goes from endpoint to endpoint, so that one endpoint's backlog hides nobody else's.
create index undelivered_due on undelivered (endpoint_id, next_attempt_at) where next_attempt_at is not null;
-- Serves pages of what failed, and trying all of it again.
create index undelivered_failed on undelivered (endpoint_id, delivery_id) where next_attempt_at is null;

drop index deliveries_due, deliveries_failed;
alter table deliveries
  drop column status, drop column attempts, drop column next_attempt_at, drop column leased_until,
  reset (fillfactor);
