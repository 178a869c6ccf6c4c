-- Merchants, keys, payments and what they stand on. Every key carries merchant_id, so that the tables can be
-- distributed by merchant; ids come first in primary keys, so that one index serves lookups by id alone too.

create table merchants (
  merchant_id text primary key,
  name text not null check (char_length(name) between 1 and 200),
  email text not null,
  status text not null default 'active' check (status in ('active', 'suspended')),
  -- Whether payments made with a secret test key are paid by the simulated customer.
  simulated_customer boolean not null default true,
  created_at timestamptz not null
);

create table members (
  member_id text not null,
  merchant_id text not null references merchants,
  email text not null,
  password_hash text not null,
  role text not null check (role in ('owner', 'developer', 'finance', 'viewer')),
  created_at timestamptz not null,
  primary key (member_id, merchant_id)
);

create unique index members_email on members (lower(email));

create table api_keys (
  key_id text not null,
  merchant_id text not null references merchants,
  environment text not null check (environment in ('test', 'live')),
  kind text not null check (kind in ('secret', 'publishable')),
  -- SHA-256 of the key. Keys are 190 bits of randomness, so a slow hash would add nothing.
  key_hash bytea not null unique,
  -- The last four characters, for people to tell keys apart.
  hint text not null,
  -- Addresses and CIDR ranges; null means every address.
  allowed_ips text[],
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (key_id, merchant_id)
);

create index api_keys_by_merchant on api_keys (merchant_id, key_id);

create table idempotency_keys (
  merchant_id text not null,
  environment text not null,
  idempotency_key text not null,
  -- SHA-256 of method, path and body.
  fingerprint bytea not null,
  response_status smallint not null,
  response_body text not null,
  expires_at timestamptz not null,
  primary key (merchant_id, environment, idempotency_key)
);

create index idempotency_keys_expiry on idempotency_keys (expires_at);

create table payments (
  payment_id text not null,
  merchant_id text not null,
  environment text not null check (environment in ('test', 'live')),
  status text not null check (
    status in ('pending', 'processing', 'completed', 'failed', 'expired', 'refunded', 'partially_refunded')
  ),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'CAD', 'AUD')),
  description text,
  -- json, not jsonb: merchants get their keys back in the order they sent them.
  metadata json not null,
  redirect_url text,
  cancel_url text,
  accepted_chains text[] not null,
  accepted_tokens text[] not null,
  customer_email text,
  reference_id text,
  locale text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  -- Set together, once a transaction is made.
  chain text,
  token text,
  -- In the token's smallest on-chain unit.
  token_units numeric(78, 0),
  tx_hash text,
  payer_address text,
  failure_reason text,
  failure_message text,
  -- When the simulated customer pays; null when a person does, or nobody.
  customer_due_at timestamptz,
  primary key (payment_id, merchant_id)
);

create index payments_by_merchant on payments (merchant_id, environment, payment_id);
create index payments_by_status on payments (merchant_id, environment, status, payment_id);
create unique index payments_reference on payments (merchant_id, environment, reference_id)
  where reference_id is not null;
create index payments_to_expire on payments (expires_at) where status = 'pending';
create index payments_awaiting_customer on payments (customer_due_at) where customer_due_at is not null;

-- Where the money of a payment is expected: one row for each chain and token the payer chose. The quote is locked in it.
create table deposits (
  deposit_id text not null,
  payment_id text not null,
  merchant_id text not null,
  environment text not null check (environment in ('test', 'live')),
  chain text not null,
  token text not null,
  token_units numeric(78, 0) not null check (token_units > 0),
  address text not null,
  created_at timestamptz not null,
  -- When the chain was last asked, and when to ask it next; null when there is nothing left to learn.
  checked_at timestamptz,
  check_at timestamptz,
  primary key (payment_id, merchant_id, chain, token),
  foreign key (payment_id, merchant_id) references payments
);

create index deposits_to_check on deposits (check_at) where check_at is not null;

-- The simulated chains' ledger: what a block explorer would show. Written through chains/simulated/ alone.
create table simulated_transactions (
  tx_hash text primary key,
  chain text not null,
  token text not null,
  token_units numeric(78, 0) not null check (token_units > 0),
  from_address text not null,
  to_address text not null,
  broadcast_at timestamptz not null,
  -- When it becomes final, as a success or as a revert.
  final_at timestamptz not null,
  failure_reason text,
  failure_message text
);

create index simulated_transactions_by_receiver on simulated_transactions (to_address);

create table events (
  event_id text not null,
  merchant_id text not null,
  environment text not null check (environment in ('test', 'live')),
  type text not null,
  -- The payment, refund or invoice it is about.
  resource_id text not null,
  -- The exact bytes every delivery sends and signs.
  body text not null,
  created_at timestamptz not null,
  primary key (event_id, merchant_id)
);

create index events_by_merchant on events (merchant_id, environment, event_id);
create index events_by_resource on events (resource_id, event_id);
