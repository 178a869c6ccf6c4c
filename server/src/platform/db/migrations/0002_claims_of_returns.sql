-- works with: 0.2.0
-- Customers say on the claim page where to return unapplied money, as they do for refunds.

alter table unapplied_funds
  -- Until when the customer is asked where to return it. Null: nobody asked, or the merchant returned it itself.
  add column claim_expires_at timestamptz,
  -- Whether the customer was mailed the claim link.
  add column claim_emailed boolean not null default false,
  -- What the customer said last, and when.
  add column claimed_address text,
  add column claimed_at timestamptz,
  add check ((claimed_address is null) = (claimed_at is null));

-- A claim link is for a refund, or for the return of unapplied money.
alter table refund_claims
  alter column refund_id drop not null,
  add column unapplied_id text,
  add foreign key (unapplied_id, merchant_id) references unapplied_funds,
  add check (num_nonnulls(refund_id, unapplied_id) = 1);
create index refund_claims_by_fund on refund_claims (unapplied_id, merchant_id);
