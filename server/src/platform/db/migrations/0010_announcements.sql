-- Mail of the operator to all merchants that use the API.

create table announcements (
  announcement_id text primary key,
  -- SHA-256 of subject and body: who announces the same again goes on where the first one stopped.
  digest bytea not null unique,
  subject text not null check (char_length(subject) between 1 and 150),
  body text not null check (octet_length(body) between 1 and 102400),
  created_at timestamptz not null
);

-- Who was written to. It outlives the e-mail, so that nobody is ever written to twice.
create table announcement_recipients (
  announcement_id text not null references announcements,
  merchant_id text not null references merchants,
  email_id text not null,
  primary key (announcement_id, merchant_id)
);

alter table emails drop constraint emails_kind_check;
alter table emails add constraint emails_kind_check
  check (kind in ('invoice', 'invoice_paid', 'refund_completed', 'password_reset', 'invitation', 'announcement'));
alter table emails drop constraint emails_of_members;
alter table emails add constraint emails_of_members
  check ((environment is null) = (kind in ('password_reset', 'invitation', 'announcement')));
