-- What customers are shown of a merchant, and the mail they get.

create table merchant_logos (
  merchant_id text primary key references merchants,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (octet_length(bytes) between 1 and 262144),
  -- SHA-256 of the bytes, hex: names the picture in its public address, so that it can be cached for good.
  digest text not null,
  created_at timestamptz not null
);

create unique index merchant_logos_digest on merchant_logos (digest, merchant_id);

create table emails (
  email_id text not null,
  merchant_id text not null references merchants,
  environment text not null check (environment in ('test', 'live')),
  kind text not null check (kind in ('invoice', 'invoice_paid', 'refund_completed')),
  -- The invoice or refund it is about.
  resource_id text not null,
  to_address text not null,
  -- What the message says; the words around it are the templates'.
  message json not null,
  status text not null check (status in ('queued', 'sent', 'failed')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz,
  -- While a worker has it: nobody else takes it before.
  leased_until timestamptz,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (email_id, merchant_id)
);

create index emails_due on emails (next_attempt_at) where status = 'queued';
create index emails_by_merchant on emails (merchant_id, environment, email_id);
