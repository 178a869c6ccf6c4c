-- The seller as an issued invoice shows it, whatever the settings say later. Null in a draft, and in an invoice that a process
-- of an older version issues: its page shows the settings.
alter table invoices add column seller_name text, add column seller_address text, add column seller_tax_id text;

update invoices i set seller_name = m.name, seller_address = m.address, seller_tax_id = m.tax_id
from merchants m where m.merchant_id = i.merchant_id and i.status <> 'draft';
