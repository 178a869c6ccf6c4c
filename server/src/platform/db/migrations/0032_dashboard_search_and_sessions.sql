-- The dashboard finds payments by amount, payer and deposit address. As before, making a payment costs nothing more: the
-- indexes of payments leave out those that are still pending, and the search reads these by status.
create index payments_amount_search on payments (merchant_id, environment, amount_minor, payment_id)
  where status <> 'pending';
create index payments_payer_search on payments (merchant_id, environment, lower(payer_address) text_pattern_ops)
  where payer_address is not null;
create index deposits_address_search on deposits (merchant_id, environment, lower(address));

-- What a member recognises a session by: the browser's own name for itself, cut off, and the network it signed in from.
alter table sessions
  add column user_agent text,
  add column network text;
