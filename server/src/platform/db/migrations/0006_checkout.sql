-- What the hosted checkout keeps: the customer's choice of a way to pay, progress on chain, and retries of what failed.

alter table deposits
  -- Counts the choices of the person at the checkout: the highest is the one shown. Null when nobody at a page chose
  -- this way. A deposit that was chosen is looked at often while a transaction is under way.
  add column choice integer,
  -- Of the transactions seen at the last look, the one that has fewest.
  add column confirmations integer not null default 0;

alter table payments
  -- The failed payment this one takes the place of.
  add column retried_from text;

create unique index payments_retried_from on payments (retried_from, merchant_id) where retried_from is not null;

-- A retry shares the reference of the payment it takes the place of; any other payment's reference is its own.
drop index payments_reference;
create unique index payments_reference on payments (merchant_id, environment, reference_id, retried_from)
  nulls not distinct where reference_id is not null;
