-- Who signs in to the dashboard, what they may do, and what they did.

alter table members
  add column last_seen_at timestamptz,
  -- The second factor's secret, encrypted; it counts from the moment it was confirmed.
  add column totp_secret bytea,
  add column totp_secret_key_id text,
  add column totp_confirmed_at timestamptz,
  -- The newest 30-second step a code was taken for: a code works once.
  add column totp_last_step bigint;

create index members_by_merchant on members (merchant_id, member_id);

-- The codes that are left, as SHA-256: they are 80 bits of randomness, so a slow hash would add nothing.
create table recovery_codes (
  member_id text not null,
  merchant_id text not null,
  code_hash bytea not null,
  primary key (member_id, merchant_id, code_hash),
  foreign key (member_id, merchant_id) references members on delete cascade
);

create table sessions (
  session_id text not null,
  merchant_id text not null,
  member_id text not null,
  -- SHA-256 of the cookie's value.
  token_hash bytea not null unique,
  created_at timestamptz not null,
  -- Written at most once a minute.
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (session_id, merchant_id),
  foreign key (member_id, merchant_id) references members on delete cascade
);

create index sessions_by_member on sessions (member_id, merchant_id);
create index sessions_expiry on sessions (expires_at);

-- A member to be. The id becomes the member's when the invitation is accepted.
create table invitations (
  member_id text not null,
  merchant_id text not null references merchants,
  email text not null,
  role text not null check (role in ('owner', 'developer', 'finance', 'viewer')),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (member_id, merchant_id)
);

create unique index invitations_email on invitations (merchant_id, lower(email));

create table password_resets (
  token_hash bytea not null,
  merchant_id text not null,
  member_id text not null,
  expires_at timestamptz not null,
  primary key (token_hash, merchant_id),
  foreign key (member_id, merchant_id) references members on delete cascade
);

create index password_resets_by_member on password_resets (member_id, merchant_id);
create index password_resets_expiry on password_resets (expires_at);

-- Where a member has signed in from: guesses made elsewhere do not hold these addresses up.
create table member_addresses (
  member_id text not null,
  merchant_id text not null,
  address text not null,
  last_used_at timestamptz not null,
  primary key (member_id, merchant_id, address),
  foreign key (member_id, merchant_id) references members on delete cascade
);

-- Attempts that may be guesses, counted by account and by address. Hashed, so that it is no list of who was guessed at.
create table throttles (
  throttle_key bytea primary key,
  failures integer not null,
  last_failure_at timestamptz not null,
  blocked_until timestamptz
);

create index throttles_last_failure on throttles (last_failure_at);

create table audit_log (
  audit_id text not null,
  merchant_id text not null references merchants,
  -- Null when it was not a member: the operator, at the command line. Kept when the member is gone.
  member_id text,
  member_email text,
  action text not null,
  resource_id text,
  environment text check (environment in ('test', 'live')),
  details json not null,
  request_id text,
  ip text not null,
  -- 'attempted' until the answer is known: a change is never made before its row is there.
  outcome text not null check (outcome in ('attempted', 'done', 'refused')),
  created_at timestamptz not null,
  primary key (audit_id, merchant_id)
);

create index audit_log_by_merchant on audit_log (merchant_id, audit_id) where outcome <> 'refused';

-- Mail to members belongs to no environment. It carries links to accounts, so no list of an environment's mail has it.
alter table emails alter column environment drop not null;
alter table emails drop constraint emails_kind_check;
alter table emails add constraint emails_kind_check
  check (kind in ('invoice', 'invoice_paid', 'refund_completed', 'password_reset', 'invitation'));
alter table emails add constraint emails_of_members
  check ((environment is null) = (kind in ('password_reset', 'invitation')));
