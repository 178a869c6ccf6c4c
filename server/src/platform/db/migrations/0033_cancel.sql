-- When the merchant cancelled a pending payment. Its status is then `expired`: the contract has no state of its own for it.
alter table payments add column cancelled_at timestamptz,
  add constraint payments_cancelled_expired check (cancelled_at is null or status = 'expired');
