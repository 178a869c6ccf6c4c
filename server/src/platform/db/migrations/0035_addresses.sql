-- Postal address and tax id of both sides, as invoices show them.
alter table invoices add column customer_address text, add column customer_tax_id text;
alter table merchants add column address text, add column tax_id text;
