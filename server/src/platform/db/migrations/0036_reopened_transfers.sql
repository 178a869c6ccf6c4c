-- How often a chain abandoned the block in which a transfer was completed. It is sent again; what followed from it stands.
alter table transfers add column reopenings integer not null default 0;
-- To find what was mined above a block, at each reorganisation.
create index transfer_batches_mined on transfer_batches (chain, block_number) where status = 'done';
