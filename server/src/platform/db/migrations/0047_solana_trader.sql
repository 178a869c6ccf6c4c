-- Signs exchanges on Solana, and holds money only within a transaction. Null until a worker that has the wallet file writes it.
alter table operator_wallet add column solana_trader text;
