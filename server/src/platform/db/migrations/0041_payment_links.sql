-- Links that many customers can pay, and the payments made from them.

create table payment_links (
  payment_link_id text not null,
  merchant_id text not null,
  environment text not null check (environment in ('test', 'live')),
  status text not null check (status in ('active', 'inactive')),
  name text not null check (char_length(name) between 1 and 100),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'CAD', 'AUD')),
  -- Null: the customer chooses, within these bounds.
  amount_minor bigint check (amount_minor > 0),
  minimum_minor bigint check (minimum_minor > 0),
  maximum_minor bigint check (maximum_minor >= minimum_minor),
  suggested_minor bigint check (suggested_minor between coalesce(minimum_minor, 1) and coalesce(maximum_minor, suggested_minor)),
  description text,
  -- json, not jsonb: merchants get their keys back in the order they sent them.
  metadata json not null,
  redirect_url text,
  cancel_url text,
  -- Null means the default of payments.
  expiration_minutes integer check (expiration_minutes between 5 and 1440),
  -- Null means all, also those that are added later.
  accepted_chains text[],
  accepted_tokens text[],
  max_payments integer check (max_payments between 1 and 10000),
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (payment_link_id, merchant_id),
  check (amount_minor is null or coalesce(minimum_minor, maximum_minor, suggested_minor) is null)
);

create index payment_links_by_merchant on payment_links (merchant_id, environment, payment_link_id);
create index payment_links_by_status on payment_links (merchant_id, environment, status, payment_link_id);

create table payment_link_payments (
  payment_id text not null,
  merchant_id text not null,
  environment text not null check (environment in ('test', 'live')),
  payment_link_id text not null,
  -- Digest of the link and the visitor's network: enough to count its unpaid payments.
  network_digest text,
  primary key (payment_id, merchant_id),
  foreign key (payment_link_id, merchant_id) references payment_links
);

create index payment_link_payments_by_link on payment_link_payments (merchant_id, payment_link_id, payment_id);
