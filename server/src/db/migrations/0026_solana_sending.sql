-- Money out on Solana.

-- Where deposits are swept to, and where refunds leave from. Null until a worker that has the wallet file writes it.
alter table operator_wallet add column solana_treasury text;
