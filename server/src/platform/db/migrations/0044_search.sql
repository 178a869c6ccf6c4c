-- The search of the dashboard finds invoices by number and customer, and refunds by their transaction.
create index invoices_email_search on invoices (merchant_id, environment, lower(customer_email) text_pattern_ops)
  where customer_email is not null;
create index invoices_number_search on invoices (merchant_id, environment, lower(invoice_number) text_pattern_ops);
create index refunds_tx_search on refunds (merchant_id, environment, lower(tx_hash) text_pattern_ops)
  where tx_hash is not null;
