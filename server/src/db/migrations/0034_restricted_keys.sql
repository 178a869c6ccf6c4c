-- When a key stops working by itself. Null: never.
alter table api_keys add column expires_at timestamptz;
