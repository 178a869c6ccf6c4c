-- Invoices, their lines and numbers, and the payment that is under way for one.

create table invoices (
  invoice_id text not null,
  merchant_id text not null,
  environment text not null check (environment in ('test', 'live')),
  status text not null check (status in ('draft', 'open', 'paid', 'expired', 'void')),
  invoice_number text not null check (char_length(invoice_number) between 1 and 50),
  -- The n of a number written as INV-00000n, whoever gave it: numbers that are generated skip those.
  numbered bigint,
  number_generated boolean not null,
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'CAD', 'AUD')),
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  -- A fraction: 0.08 is 8 percent.
  tax_rate numeric(7, 6) not null check (tax_rate between 0 and 1),
  tax_amount_minor bigint not null check (tax_amount_minor >= 0),
  amount_minor bigint not null check (amount_minor > 0 and amount_minor = subtotal_minor + tax_amount_minor),
  customer_email text,
  customer_name text,
  memo text,
  -- Payable until this day is over, in UTC.
  due_date date not null,
  -- json, not jsonb: merchants get their keys back in the order they sent them.
  metadata json not null,
  -- Null means all, also those that are added later.
  accepted_chains text[],
  accepted_tokens text[],
  created_at timestamptz not null,
  voided_at timestamptz,
  -- Set together, once paid.
  paid_at timestamptz,
  payment_id text,
  chain text,
  token text,
  primary key (invoice_id, merchant_id)
);

create index invoices_by_merchant on invoices (merchant_id, environment, invoice_id);
create index invoices_by_status on invoices (merchant_id, environment, status, invoice_id);
create index invoices_by_customer on invoices (merchant_id, environment, customer_email, invoice_id)
  where customer_email is not null;
create index invoices_numbered on invoices (merchant_id, environment, numbered) where numbered is not null;
-- No number is generated twice, whatever the code does.
create unique index invoices_generated_number on invoices (merchant_id, environment, numbered) where number_generated;
create index invoices_to_expire on invoices (due_date) where status = 'open';

create table invoice_lines (
  invoice_id text not null,
  merchant_id text not null,
  position smallint not null,
  description text not null,
  quantity numeric(13, 6) not null check (quantity > 0),
  unit_price_minor bigint not null check (unit_price_minor >= 0),
  amount_minor bigint not null check (amount_minor >= 0),
  primary key (invoice_id, merchant_id, position),
  foreign key (invoice_id, merchant_id) references invoices
);

-- The last number generated. Its row is the lock under which numbers are given out.
create table invoice_counters (
  merchant_id text not null,
  environment text not null check (environment in ('test', 'live')),
  last_number bigint not null,
  primary key (merchant_id, environment)
);

alter table payments add column invoice_id text;

-- At most one payment of an invoice can be under way. Payments without an invoice are not in it and cost nothing.
create unique index payments_under_way on payments (invoice_id, merchant_id)
  where invoice_id is not null and status in ('pending', 'processing');
