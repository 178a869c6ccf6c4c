-- The slot of the finalized transaction: its cost is in the fee payer's balance from there on. Null when none landed.
alter table solana_batches add column slot bigint;
