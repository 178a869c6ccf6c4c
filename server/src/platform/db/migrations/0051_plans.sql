-- By the address first. With the merchant first, a plan that was made while the table was small looked for the deposits of a
-- payment by their merchant, and read all of them for each payment.
drop index deposits_address_search;
create index deposits_address_search on deposits (lower(address), merchant_id, environment);

-- What the comparison with a chain asks for.
create index solana_batches_by_slot on solana_batches (slot) where slot is not null;
create index route_steps_under_way on route_steps (to_chain, chain)
  where environment = 'live' and status in ('calling', 'called', 'returning');
