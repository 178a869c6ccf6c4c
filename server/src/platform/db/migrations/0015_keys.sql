-- One row for each master key that encrypts something. Every process must be able to open the canaries, so that a lost
-- key is noticed at start. Null once the key was abandoned.
create table master_keys (
  key_id text primary key,
  canary bytea,
  created_at timestamptz not null default now(),
  abandoned_at timestamptz,
  check (canary is not null or abandoned_at is not null)
);

-- What a key may do, in the words of the members' permissions. Null: everything.
alter table api_keys add column permissions text[];
