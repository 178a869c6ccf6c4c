-- Mail to other people is counted by day, and only sent for merchants whose address is confirmed.

create table email_quotas (
  merchant_id text not null,
  -- What is counted: mail of an environment, invitations, or mail to one address, of which the hash is kept.
  quota text not null,
  -- In UTC.
  day date not null,
  used integer not null,
  primary key (merchant_id, quota, day)
);
-- Serves deleting those of days that are over.
create index email_quotas_by_day on email_quotas (day);

-- Null until the owner has opened the link that is mailed at sign-up. Merchants that exist already are confirmed, and so
-- are those that the operator creates.
alter table merchants add column email_verified_at timestamptz default now();

create table email_verifications (
  token_hash bytea not null,
  merchant_id text not null,
  member_id text not null,
  expires_at timestamptz not null,
  primary key (token_hash, merchant_id),
  foreign key (member_id, merchant_id) references members (member_id, merchant_id) on delete cascade
);
create index email_verifications_by_member on email_verifications (member_id, merchant_id);
create index email_verifications_expiry on email_verifications (expires_at);

-- The kinds are listed once, in email/messages.ts. Mail to customers, and no other, belongs to an environment.
alter table emails drop constraint if exists emails_kind_check, drop constraint if exists emails_of_members;
alter table emails add constraint emails_of_customers check (
  environment is not null or kind not in ('invoice', 'invoice_paid', 'refund_completed')) not valid;
alter table emails validate constraint emails_of_customers;
