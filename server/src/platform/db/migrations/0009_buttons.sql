-- Buttons that merchants put on their own pages, and the payments made from them.

create table buttons (
  button_id text not null,
  merchant_id text not null,
  environment text not null check (environment in ('test', 'live')),
  status text not null check (status in ('active', 'inactive')),
  name text not null check (char_length(name) between 1 and 100),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'CAD', 'AUD')),
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
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (button_id, merchant_id)
);

create index buttons_by_merchant on buttons (merchant_id, environment, button_id);
create index buttons_by_status on buttons (merchant_id, environment, status, button_id);

-- Beside payments and not in them: most payments come from no button, and their reads stay as small as they are.
create table button_payments (
  payment_id text not null,
  merchant_id text not null,
  environment text not null check (environment in ('test', 'live')),
  button_id text not null,
  -- Where the page is that made the payment, as its browser told; null when no browser did.
  opener_origin text,
  primary key (payment_id, merchant_id),
  foreign key (button_id, merchant_id) references buttons
);
