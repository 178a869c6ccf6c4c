-- Calls of programs on Solana, as routes need them: `spend` takes money from the treasury, `call` does not.
alter table solana_batches drop constraint solana_batches_call_check;
alter table solana_batches add constraint solana_batches_call_check
  check (call in ('pay', 'sweep', 'call', 'spend'));
