-- Links with which a customer says where a refund that waits for an address is sent. The token itself is not stored.
create table refund_claims (
  token_hash bytea not null,
  merchant_id text not null,
  refund_id text not null,
  created_at timestamptz not null,
  primary key (token_hash, merchant_id),
  foreign key (refund_id, merchant_id) references refunds
);

create index refund_claims_by_refund on refund_claims (refund_id, merchant_id);
create index refund_claims_by_age on refund_claims (created_at);

-- Every address that was given for a refund. An address that takes no money is followed by another one.
create table refund_addresses (
  refund_id text not null,
  merchant_id text not null,
  number integer not null,
  address text not null,
  given_by text not null check (given_by in ('merchant', 'customer')),
  given_at timestamptz not null,
  primary key (refund_id, merchant_id, number),
  foreign key (refund_id, merchant_id) references refunds
);

-- Whether the customer of a refund that waits for an address was mailed such a link.
alter table refunds add column claim_emailed boolean not null default false;
