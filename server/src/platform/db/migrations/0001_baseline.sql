-- The schema of the first release, by feature. Later changes are migrations of their own.
--
-- Every key carries merchant_id, so that the tables can be distributed by merchant. Ids come first in primary keys, so that
-- one index serves lookups by id alone too. Ids sort by time, so that lists are paged by them. `metadata` is json, not jsonb:
-- merchants get their keys back in the order they sent them. `*_minor` is in the currency's minor unit, `*_units` in the
-- token's smallest unit on its chain. All days are in UTC.

create domain environment as text check (value in ('test', 'live'));

-- Merchants and keys

create table merchants (
  merchant_id text primary key,
  name text not null check (char_length(name) between 1 and 200),
  email text not null,
  -- Null until the owner has opened the link mailed at sign-up. Merchants made by the operator are confirmed.
  email_verified_at timestamptz default now(),
  status text not null default 'active' check (status in ('active', 'suspended')),
  support_email text,
  support_url text check (char_length(support_url) between 1 and 2048),
  -- Shown on invoices.
  address text,
  tax_id text,
  -- On customer pages and in e-mails, as #rrggbb in lower case. Null: ours.
  accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  -- For payments and invoices that name none. Null: all.
  default_accepted_chains text[] check (cardinality(default_accepted_chains) > 0),
  default_accepted_tokens text[] check (cardinality(default_accepted_tokens) > 0),
  -- Whether payments made with a secret test key are paid by the simulated customer.
  simulated_customer boolean not null default true,
  -- How far a live payment may be off its quote.
  tolerance_bps smallint not null default 50 check (tolerance_bps between 0 and 500),
  fee_bps smallint not null default 0 check (fee_bps between 0 and 1000),
  refund_fees text not null default 'returned' check (refund_fees in ('returned', 'kept')),
  -- Whether live payments of one payer count together when it is decided which ones are large.
  sum_by_payer boolean not null default false,
  -- The largest amount of a payment, button or invoice, in USD cents. Null: the installation's limit.
  max_usd_minor bigint check (max_usd_minor >= 50),
  created_at timestamptz not null
);

create table merchant_logos (
  merchant_id text primary key references merchants,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (octet_length(bytes) between 1 and 262144),
  -- SHA-256 in hex. Part of the public URL, so that the picture can be cached for good.
  digest text not null,
  created_at timestamptz not null
);
create unique index merchant_logos_digest on merchant_logos (digest, merchant_id);

create table api_keys (
  key_id text not null,
  merchant_id text not null references merchants,
  environment environment not null,
  kind text not null check (kind in ('secret', 'publishable')),
  -- SHA-256. Keys are 190 bits of randomness, so a slow hash would add nothing.
  key_hash bytea not null unique,
  -- The last four characters, for people to tell keys apart.
  hint text not null,
  name text check (char_length(name) between 1 and 100),
  -- Addresses and CIDR ranges. Null: every address.
  allowed_ips text[],
  -- The members' permissions that the key has. Null: all.
  permissions text[],
  -- Whether it may say to which address a refund or unapplied money goes: refunds.any_address. Not part of all permissions.
  any_address boolean not null default false,
  -- Whether requests with fields that the API does not know are refused.
  strict boolean not null default false,
  -- Written at most once a minute: busy keys would otherwise rewrite their row with every request.
  last_used_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (key_id, merchant_id)
);
create index api_keys_by_merchant on api_keys (merchant_id, key_id);

create table idempotency_keys (
  merchant_id text not null,
  environment environment not null,
  idempotency_key text not null,
  -- SHA-256 of method, path and body.
  fingerprint bytea not null,
  response_status smallint not null,
  response_body text not null,
  expires_at timestamptz not null,
  primary key (merchant_id, environment, idempotency_key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

-- One row for each master key that encrypts something. Every process must be able to decrypt the canaries, so that a lost
-- key is noticed at start.
create table master_keys (
  key_id text primary key,
  -- Null once the key was abandoned.
  canary bytea,
  created_at timestamptz not null default now(),
  abandoned_at timestamptz,
  check (canary is not null or abandoned_at is not null)
);

-- Members and sign-in

create table members (
  member_id text not null,
  merchant_id text not null references merchants,
  email text not null,
  password_hash text not null,
  role text not null check (role in ('owner', 'developer', 'finance', 'approver', 'viewer')),
  -- The second factor's secret, encrypted. In force once it is confirmed.
  totp_secret bytea,
  totp_secret_key_id text,
  totp_confirmed_at timestamptz,
  -- The newest 30-second step that a code was accepted for: each code works once.
  totp_last_step bigint,
  -- Which notices the member gets by e-mail. Null: the default of the role.
  notify_payments boolean,
  notify_payouts boolean,
  notify_refunds boolean,
  notify_endpoints boolean,
  notify_test boolean not null default false,
  locale text,
  hides_checklist boolean not null default false,
  created_at timestamptz not null,
  last_seen_at timestamptz,
  -- When the member undid its own removal: nobody removes it again for a day.
  restored_at timestamptz,
  -- Since when the member has the role. Null: from the start.
  role_since timestamptz,
  primary key (member_id, merchant_id)
);
create unique index members_email on members (lower(email));
create index members_by_merchant on members (merchant_id, member_id);

-- The unused codes, as SHA-256: they are 80 bits of randomness, so a slow hash would add nothing.
create table recovery_codes (
  member_id text not null,
  merchant_id text not null,
  code_hash bytea not null,
  primary key (member_id, merchant_id, code_hash),
  foreign key (member_id, merchant_id) references members on delete cascade
);

-- Who was an owner, or could approve while approvals were on: told of changes for seven days, and able to undo the loss for
-- one. Holds what signs them in again.
create table former_members (
  member_id text not null,
  merchant_id text not null references merchants,
  email text not null,
  -- What they are again after an undo. Finance members come back as approvers.
  role text not null check (role in ('owner', 'approver')),
  locale text,
  password_hash text not null,
  totp_secret bytea,
  totp_secret_key_id text,
  totp_confirmed_at timestamptz,
  recovery_codes bytea[] not null,
  -- Rows of `passkeys`.
  passkeys jsonb not null,
  created_at timestamptz not null,
  ended_at timestamptz not null,
  -- SHA-256 of the token in the mailed link.
  undo_hash bytea not null unique,
  primary key (member_id, merchant_id)
);
create index former_members_by_merchant on former_members (merchant_id);
create index former_members_ended on former_members (ended_at);

create table sessions (
  session_id text not null,
  merchant_id text not null,
  member_id text not null,
  -- SHA-256 of the cookie's value.
  token_hash bytea not null unique,
  -- For the member to recognise the session by.
  user_agent text,
  network text not null,
  created_at timestamptz not null,
  -- Written at most once a minute.
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (session_id, merchant_id),
  foreign key (member_id, merchant_id) references members on delete cascade
);
create index sessions_by_member on sessions (member_id, merchant_id);
create index sessions_expiry on sessions (expires_at);

create table passkeys (
  passkey_id text not null,
  merchant_id text not null,
  member_id text not null,
  -- Chosen by the device that holds the private key, and unique among all devices.
  credential_id bytea not null unique,
  -- In COSE form.
  public_key bytea not null,
  -- How often the device signed. Zero: it does not count.
  sign_count bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (passkey_id, merchant_id),
  foreign key (member_id, merchant_id) references members on delete cascade
);
create index passkeys_by_member on passkeys (member_id, merchant_id);

-- What a passkey must sign, once. Without a session: to sign in.
create table passkey_challenges (
  challenge bytea primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'confirm')),
  merchant_id text,
  session_id text,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (session_id is null)),
  foreign key (session_id, merchant_id) references sessions on delete cascade
);
create index passkey_challenges_by_session on passkey_challenges (session_id, merchant_id);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

create table invitations (
  -- Becomes the member's id when the invitation is accepted.
  member_id text not null,
  merchant_id text not null references merchants,
  email text not null,
  role text not null check (role in ('owner', 'developer', 'finance', 'approver', 'viewer')),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (member_id, merchant_id)
);
create unique index invitations_email on invitations (merchant_id, lower(email));

-- What needs a second member's approval in live mode. No row: nothing does.
create table approval_rules (
  merchant_id text not null references merchants,
  action text not null check (action in ('wallet', 'address', 'payout', 'key')),
  -- In cents of USD, for what has a worth: more than this within 24 hours.
  above_minor bigint not null check (above_minor >= 0),
  primary key (merchant_id, action)
);

create table approvals (
  approval_id text not null,
  merchant_id text not null references merchants,
  action text not null check (action in ('wallet', 'address', 'payout', 'key', 'rules', 'members')),
  -- What the operation is done with once it is approved.
  params jsonb not null,
  -- In cents of USD. Null: it has no worth, or no price is known.
  worth_minor bigint,
  -- `small`: done at once, below the rule's amount. Kept for a day, for the sum of the day.
  state text not null check (state in ('pending', 'approved', 'declined', 'expired', 'small')),
  asked_by_id text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null: nobody, but the day that looser rules and new approvers wait.
  decided_by text,
  decided_at timestamptz,
  reason text,
  primary key (approval_id, merchant_id)
);
create index approvals_by_merchant on approvals (merchant_id, approval_id) where state <> 'small';
-- Who asks for the same again gets the same.
create unique index approvals_pending on approvals (merchant_id, action, params) where state = 'pending';
create index approvals_expiry on approvals (expires_at) where state = 'pending';
create index approvals_of_day on approvals (merchant_id, action, asked_at) where state in ('small', 'approved');
create index approvals_small on approvals (asked_at) where state = 'small';

create table password_resets (
  token_hash bytea not null,
  merchant_id text not null,
  member_id text not null,
  expires_at timestamptz not null,
  primary key (token_hash, merchant_id),
  foreign key (member_id, merchant_id) references members on delete cascade
);
create index password_resets_by_member on password_resets (member_id, merchant_id);
create index password_resets_expiry on password_resets (expires_at);

create table email_verifications (
  token_hash bytea not null,
  merchant_id text not null,
  member_id text not null,
  expires_at timestamptz not null,
  primary key (token_hash, merchant_id),
  foreign key (member_id, merchant_id) references members on delete cascade
);
create index email_verifications_by_member on email_verifications (member_id, merchant_id);
create index email_verifications_expiry on email_verifications (expires_at);

-- Where a member has signed in from: guesses made elsewhere do not lock these addresses out.
create table member_addresses (
  member_id text not null,
  merchant_id text not null,
  address text not null,
  last_used_at timestamptz not null,
  primary key (member_id, merchant_id, address),
  foreign key (member_id, merchant_id) references members on delete cascade
);

-- Failed attempts by account and by address. The key is hashed, so that the table does not list whose password was guessed.
create table throttles (
  throttle_key bytea primary key,
  failures integer not null,
  last_failure_at timestamptz not null,
  blocked_until timestamptz
);
create index throttles_last_failure on throttles (last_failure_at);

create table audit_log (
  audit_id text not null,
  merchant_id text not null references merchants,
  -- Null: the operator, at the command line. Kept when the member is gone.
  member_id text,
  member_email text,
  action text not null,
  resource_id text,
  environment environment,
  details json not null,
  request_id text,
  ip text not null,
  -- 'attempted' until the outcome is known: the row is written before the change is made.
  outcome text not null check (outcome in ('attempted', 'done', 'refused')),
  created_at timestamptz not null,
  primary key (audit_id, merchant_id)
);
create index audit_log_by_merchant on audit_log (merchant_id, audit_id) where outcome <> 'refused';

-- Payments and deposits

create table payments (
  payment_id text not null,
  merchant_id text not null,
  environment environment not null,
  status text not null check (
    status in ('pending', 'processing', 'completed', 'failed', 'expired', 'refunded', 'partially_refunded')
  ),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'CAD', 'AUD')),
  description text,
  metadata json not null,
  redirect_url text,
  cancel_url text,
  accepted_chains text[] not null,
  accepted_tokens text[] not null,
  customer_email text,
  -- Whether it was given at the checkout, by whoever had its URL, and not when the payment was created.
  email_from_checkout boolean not null default false,
  reference_id text,
  locale text,
  -- Whether the locale is what a customer's page was in, and not the merchant's choice: the receipt follows it, pages do not.
  locale_is_customers boolean not null default false,
  invoice_id text,
  -- The failed payment that this one replaces.
  retried_from text,
  purpose text check (purpose = 'top_up'),
  -- Of a top-up: what is asked for on chain, whatever the rate.
  exact_units numeric(78, 0) check (exact_units > 0),
  expires_at timestamptz not null,
  -- When the simulated customer pays. Null when a person does, or nobody.
  customer_due_at timestamptz,
  -- When time alone may change something: the deadline, or what test mode's clock makes final. Null when it is over.
  look_at timestamptz,
  -- Since when what came for it could not be written.
  set_aside_at timestamptz,
  created_at timestamptz not null,
  -- When its transaction was first seen: from then to completed_at is how long confirming took.
  detected_at timestamptz,
  completed_at timestamptz,
  -- When the merchant cancelled it. The contract has no status for it, so the status is `expired`.
  cancelled_at timestamptz,
  -- Set together, once a transaction is made.
  chain text,
  token text,
  token_units numeric(78, 0),
  tx_hash text,
  payer_address text,
  failure_reason text,
  failure_message text,
  -- The operator's fee when it completed. Money that a chain takes back and brings again is charged the same.
  fee_bps smallint,
  -- The sum of its refunds without those that failed. However many race, it cannot pass what was paid.
  refunded_minor bigint not null default 0,
  refunded_units numeric(78, 0) not null default 0,
  primary key (payment_id, merchant_id),
  constraint payments_refunded_minor check (refunded_minor between 0 and amount_minor),
  constraint payments_refunded_units check (refunded_units between 0 and coalesce(token_units, 0)),
  constraint payments_cancelled_expired check (cancelled_at is null or status = 'expired')
);
create index payments_by_merchant on payments (merchant_id, environment, payment_id);
create index payments_by_status on payments (merchant_id, environment, status, payment_id);
-- A retry shares the reference of the payment it replaces; any other payment's reference is its own. In lower case first, so
-- that it also serves the dashboard's search; a lookup by reference names both.
create unique index payments_reference
  on payments (merchant_id, environment, lower(reference_id) text_pattern_ops, reference_id, retried_from)
  nulls not distinct where reference_id is not null;
create unique index payments_retried_from on payments (retried_from, merchant_id) where retried_from is not null;
-- An invoice has at most one payment under way.
create unique index payments_under_way on payments (invoice_id, merchant_id)
  where invoice_id is not null and status in ('pending', 'processing');
create index payments_to_look_at on payments (look_at) where look_at is not null;
-- The operator is told of them.
create index payments_set_aside on payments (set_aside_at) where set_aside_at is not null;
create index payments_awaiting_customer on payments (customer_due_at) where customer_due_at is not null;

-- For the dashboard's lists and search. None holds a payment that was just created in USD with neither e-mail nor reference,
-- so that they cost the most frequent insert nothing. The pattern operators make a prefix a range in every collation. Among
-- 200,000 payments of one merchant, a chain, token, currency or amount that is rare is found in 0.1 ms, and in 100 ms by
-- scanning all payments of the installation. These four add 0.1 to the 0.8 ms that the three writes of a payment take.
create index payments_by_chain on payments (merchant_id, environment, chain, payment_id) where chain is not null;
create index payments_by_token on payments (merchant_id, environment, token, payment_id) where token is not null;
create index payments_by_currency on payments (merchant_id, environment, currency, payment_id)
  where currency <> 'USD';
create index payments_email_search on payments (merchant_id, environment, lower(customer_email) text_pattern_ops)
  where customer_email is not null;
create index payments_tx_search on payments (merchant_id, environment, lower(tx_hash) text_pattern_ops)
  where tx_hash is not null;
create index payments_payer_search on payments (merchant_id, environment, lower(payer_address) text_pattern_ops)
  where payer_address is not null;
-- The search reads pending payments by status.
create index payments_amount_search on payments (merchant_id, environment, amount_minor, payment_id)
  where status <> 'pending';
-- All that the figures sum up, so that they read the index and not the payments.
create index payments_settled on payments (merchant_id, environment, payment_id)
  include (amount_minor, currency, chain, token, detected_at, completed_at)
  where status in ('completed', 'partially_refunded', 'refunded');
-- Few, so that figures can leave them out.
create index payments_top_ups on payments (merchant_id, environment, payment_id) where purpose is not null;

-- Where the money of a payment is expected: one row for each chain and token that the payer chose, with the locked quote.
create table deposits (
  deposit_id text not null,
  payment_id text not null,
  merchant_id text not null,
  environment environment not null,
  chain text not null,
  token text not null,
  token_units numeric(78, 0) not null check (token_units > 0),
  -- How much less than the quote still counts as paid, and how much more is kept. Zero in test mode.
  tolerance_units numeric(78, 0) not null default 0,
  address text not null,
  -- Counts the choices at the checkout: the highest is the one shown. Null when nobody chose it on a page.
  choice integer,
  usd_per_token numeric(18, 8) check (usd_per_token > 0),
  usd_per_currency numeric(18, 8) check (usd_per_currency > 0),
  quote_sources text,
  quoted_at timestamptz,
  quote_expires_at timestamptz,
  created_at timestamptz not null,
  primary key (payment_id, merchant_id, chain, token),
  unique (deposit_id, merchant_id),
  foreign key (payment_id, merchant_id) references payments,
  check (tolerance_units >= 0 and tolerance_units < token_units)
);
create index deposits_by_address on deposits (address) where environment = 'live';
-- By address first. With the merchant first, a plan made while the table was small looked for the deposits of a payment by
-- their merchant, and read all of them for each payment.
create index deposits_address_search on deposits (lower(address), merchant_id, environment);

-- Quotes that a newer one replaced: money that came while they were valid counts at their price.
create table earlier_quotes (
  payment_id text not null,
  merchant_id text not null,
  chain text not null,
  token text not null,
  token_units numeric(78, 0) not null,
  usd_per_token numeric(18, 8),
  usd_per_currency numeric(18, 8),
  quote_sources text,
  quoted_at timestamptz not null,
  quote_expires_at timestamptz not null,
  primary key (payment_id, merchant_id, chain, token, quoted_at),
  foreign key (payment_id, merchant_id, chain, token) references deposits
);

-- Hashes of transactions that the checkout's wallet has sent. Only hints: money counts once the chain shows it. A reverted
-- transaction sends no money, so this is the only way to learn of it.
create table transaction_hints (
  payment_id text not null,
  merchant_id text not null,
  chain text not null,
  tx_hash text not null,
  -- new: no node knows it yet. foreign: it does not pay this payment's address.
  state text not null default 'new' check (state in ('new', 'pending', 'mined', 'reverted', 'foreign')),
  given_at timestamptz not null,
  check_at timestamptz,
  -- What it sends. Null until a node knows it.
  address text,
  token text,
  units numeric(78, 0),
  payer_address text,
  block_time timestamptz,
  primary key (payment_id, merchant_id, chain, tx_hash),
  foreign key (payment_id, merchant_id) references payments
);
create index transaction_hints_due on transaction_hints (check_at) where check_at is not null;
create index transaction_hints_reverted on transaction_hints (chain, address) where state = 'reverted';

-- The transactions of the simulated chains, as a block explorer would show them.
create table simulated_transactions (
  tx_hash text primary key,
  chain text not null,
  token text not null,
  token_units numeric(78, 0) not null check (token_units > 0),
  from_address text not null,
  to_address text not null,
  broadcast_at timestamptz not null,
  -- When it becomes final, as a success or as a revert.
  final_at timestamptz not null,
  failure_reason text,
  failure_message text
);
create index simulated_transactions_by_receiver on simulated_transactions (to_address);

-- Live chains: how far each has been read, and what has arrived

create table chain_cursors (
  chain text primary key,
  -- The verified block. Null until the first one is chosen.
  number bigint,
  hash text,
  block_time timestamptz,
  -- When the verified block last changed, and why it does not now, if a step could say so.
  moved_at timestamptz,
  stands_because text,
  -- Read twice, and final for amounts that do not wait for `finalized`. A reorganisation below it halts the chain.
  final_number bigint not null default 0,
  finalized_number bigint not null default 0,
  -- Rises with every commit: a step writes only if the cursor is as it found it.
  version bigint not null default 0,
  -- Rises when another worker takes the chain: one that lost it cannot write.
  fence bigint not null default 0,
  lease_holder text,
  lease_until timestamptz,
  -- When a node last answered, and the newest block that it knew.
  answered_at timestamptz,
  head_number bigint,
  head_time timestamptz,
  halted_at timestamptz,
  halted_reason text
);

-- Verified blocks from the final one to the cursor, to find the fork after a reorganisation.
create table chain_blocks (
  chain text not null,
  number bigint not null,
  hash text not null,
  block_time timestamptz not null,
  primary key (chain, number)
);

-- What workers last found out about each chain. The checkout offers those without a problem.
create table chain_status (
  chain text primary key,
  checked_at timestamptz not null,
  problem text,
  -- Since when there is one.
  off_since timestamptz,
  -- What moving one deposit costs in gas. Null until a worker has looked.
  sweep_units numeric(78, 0),
  -- The least of the chain's own token that a new address can receive. Null where there is no minimum.
  least_native numeric(78, 0),
  -- Why the vault should have another owner: it is the operator, or a key in WALLET_FILE. Null if not, or while there is little in it.
  hot_owner text
);

-- How much gas the operator has, as a worker that sends last saw it.
create table gas_levels (
  chain text primary key,
  is_low boolean not null,
  noted_at timestamptz not null,
  units numeric(78, 0),
  transfers_left bigint
);

-- The keys that pay the gas of payments by signature, as a worker that has the key last saw them. Without a recent row,
-- payments by signature are not offered on the chain.
create table settlers (
  chain text not null,
  address text not null,
  noted_at timestamptz not null,
  -- Native money of the key, and what one payment by signature costs now.
  units numeric(78, 0) not null,
  settle_units numeric(78, 0) not null,
  -- It had gas once and has little left. One that never had any is not in use.
  is_low boolean not null,
  funded_at timestamptz,
  -- The contract of USDC and what it calls itself in signatures; null where it takes none.
  contract text,
  domain_name text,
  domain_version text,
  primary key (chain, address)
);

-- Answers of each RPC host by day, summed over all processes. Not the whole URL, which contains a key.
create table rpc_use (
  chain text not null,
  host text not null,
  day date not null,
  calls bigint not null,
  errors bigint not null,
  last_problem text,
  last_problem_at timestamptz,
  primary key (chain, host, day)
);

-- The addresses of the operator's wallet. Nothing here can move money: `serve` needs no more.
create table operator_wallet (
  only_one boolean primary key default true check (only_one),
  -- The key that workers sign with on EVM chains now.
  evm_operator text not null,
  -- The key that the operator is moved to; nothing new is sent meanwhile.
  evm_next_operator text,
  -- The vault's address is made from the first operator, and stays.
  evm_first_operator text not null,
  evm_vault text not null,
  -- The first EVM account of the words in WALLET_FILE, which tells whose file it is.
  file_account text not null,
  -- When a worker last had WALLET_FILE. While one has it, a vault that a key of the file owns is not cold.
  file_seen_at timestamptz,
  -- Pays the gas of payments by signature, and holds nothing else.
  evm_settler text not null,
  -- Deposits are swept to the treasury and refunds leave from it. The fee payer pays fees and rent. The trader signs
  -- exchanges, and holds money only within a transaction.
  solana_treasury text not null,
  -- The treasury that money is moved to; nothing new is sent on Solana meanwhile.
  solana_next_treasury text,
  solana_fee_payer text not null,
  solana_trader text not null,
  created_at timestamptz not null
);

-- Treasuries of before. Connected wallets may still pay there: what comes is credited, and moved by the operator.
create table former_treasuries (
  address text primary key,
  left_at timestamptz not null
);

-- What the signers of workers did last, key by key.
create table signers (
  chain text not null,
  key text not null check (key in ('operator', 'settler', 'treasury', 'fee payer')),
  -- file, aws-kms, gcp-kms or web3signer.
  kind text not null,
  address text not null,
  -- Why it does not sign: transfers wait, and the operator gets an alarm.
  problem text,
  problem_since timestamptz,
  asked_at timestamptz not null,
  primary key (chain, key)
);

-- `serve` holds no key, so workers derive deposit addresses from the operator's seed and `serve` takes them.
create table solana_addresses (
  -- The last part of the derivation path.
  index integer primary key,
  address text not null unique,
  -- Null until a payment takes it. Never given to another payment.
  payment_id text unique,
  made_at timestamptz not null,
  taken_at timestamptz
);
create index solana_addresses_free on solana_addresses (index) where payment_id is null;

create table watched_addresses (
  chain text not null,
  address text not null,
  payment_id text,
  -- Whether native money is expected.
  native boolean not null,
  registered_at timestamptz not null,
  watch_until timestamptz not null,
  -- The transaction that wrote the row. Workers read what is new since a snapshot by it: numbers from a sequence become
  -- visible out of order.
  changed_by xid8 not null default pg_current_xact_id(),
  primary key (chain, address)
);
create index watched_addresses_changed on watched_addresses (chain, changed_by);

create table arrivals (
  arrival_id text primary key,
  chain text not null,
  kind text not null check (kind in ('log', 'native', 'balance')),
  -- Unique within the block: the log's index, the transaction, or the address.
  identity text not null,
  -- Null for a known stray.
  token text,
  -- The token's contract. Null for native money.
  asset text,
  address text not null,
  -- On Solana, whose balance changed: the address itself for SOL, else a token account.
  account text,
  payer_address text,
  units numeric not null check (units > 0),
  tx_hash text,
  block_hash text not null,
  block_number bigint not null,
  block_time timestamptz not null,
  log_index integer,
  waits_for_finalized boolean not null,
  state text not null check (state in ('seen', 'final', 'gone')),
  seen_at timestamptz not null,
  -- Nodes of several hosts that show it. Money of larger payments is not final without.
  confirmed_by text,
  -- A node that does not. It is not final while this is set.
  denied_by text,
  -- The sweep that moves it into the vault.
  sweep_id text,
  -- Set with `final`: screening holds it, or somebody refused it. It counts for no payment.
  screening text check (screening in ('hold', 'refuse')),
  unique (chain, block_hash, identity)
);
create index arrivals_address on arrivals (chain, address);
create index arrivals_unfinal on arrivals (chain, block_number) where state = 'seen';
-- Gone arrivals are looked for again when blocks above them become final.
create index arrivals_gone on arrivals (chain, block_number) where state = 'gone';
create index arrivals_unswept on arrivals (chain, token, arrival_id) where sweep_id is null and state = 'final';
-- A sweep that ends sums what it moved.
create index arrivals_by_sweep on arrivals (sweep_id) where sweep_id is not null;
-- To count how many customers paid from an address: many mean an exchange.
create index arrivals_by_payer on arrivals (payer_address) where payer_address is not null;

-- Chains whose nodes tell different things. Nothing becomes final there, and the operator gets an alarm.
create table node_disputes (
  chain text primary key,
  -- Both nodes and their blocks.
  found text not null,
  since timestamptz not null
);

-- Final blocks in which one node invented money: it may have shown it instead of something else. Each is read again until that was
-- done. On Solana it is the slot from which the treasury's history is read again.
create table due_rescans (
  chain text not null,
  block_number bigint not null,
  due_at timestamptz not null,
  primary key (chain, block_number)
);

-- Who is on the other side of money, asked of the makers that the operator has set. The question is a row first, so that it
-- has one id however often it is asked.
create table screenings (
  screening_id text primary key,
  direction text not null check (direction in ('in', 'out')),
  kind text not null check (kind in ('payment', 'refund', 'return', 'payout')),
  chain text not null,
  -- The deposit address, or the transfer.
  subject text not null,
  -- The payer, or the recipient. Empty for a payer whom nobody knows.
  address text not null,
  token text not null,
  units numeric(78, 0) not null,
  merchant_id text not null references merchants,
  -- The payment that the money came for, the refund, the unapplied funds or the payout.
  resource_id text not null,
  tx_hash text,
  verdict text check (verdict in ('ok', 'hold', 'refuse')),
  reason text,
  -- `makers`, `down`: nobody answered and the operator lets money pass then, or `operator`.
  decided_by text check (decided_by in ('makers', 'down', 'operator')),
  attempts integer not null default 0,
  -- Why there is no answer yet.
  problem text,
  due_at timestamptz not null,
  created_at timestamptz not null,
  answered_at timestamptz,
  unique (direction, chain, subject, address, token, units)
);
create index screenings_due on screenings (due_at) where verdict is null;
create index screenings_held on screenings (screening_id) where verdict is distinct from 'ok' and decided_by is distinct from 'operator';

-- Native money that left our addresses, to explain what a balance lacks.
create table departures (
  chain text not null,
  block_hash text not null,
  identity text not null,
  address text not null,
  account text,
  units numeric not null check (units > 0),
  block_number bigint not null,
  gone boolean not null default false,
  primary key (chain, block_hash, identity)
);
create index departures_address on departures (chain, address);
create index departures_block on departures (chain, block_number) where not gone;

-- What became of arrivals

-- Decided once for each final arrival, when its payment is over.
create table arrival_uses (
  arrival_id text primary key references arrivals,
  payment_id text not null,
  merchant_id text not null,
  -- Counted for the payment.
  applied_units numeric(78, 0) not null check (applied_units >= 0),
  -- The operator's part of what was applied, to take it back with the arrival.
  fee_units numeric(78, 0) not null default 0,
  -- Not counted: see unapplied_funds.
  unapplied_units numeric(78, 0) not null check (unapplied_units >= 0),
  decided_at timestamptz not null,
  -- Set when the arrival's block was abandoned after it had been final, and the money did not come back.
  reversed_at timestamptz,
  foreign key (payment_id, merchant_id) references payments,
  check (fee_units between 0 and applied_units)
);
create index arrival_uses_by_payment on arrival_uses (payment_id, merchant_id);

create table unapplied_funds (
  unapplied_id text not null,
  merchant_id text not null references merchants,
  environment environment not null,
  payment_id text not null,
  arrival_id text not null unique references arrival_uses,
  status text not null check (status in ('open', 'returning', 'returned', 'credited', 'reversed', 'applied')),
  reason text not null,
  -- Whether screening holds its return.
  awaits_screening boolean not null default false,
  chain text not null,
  token text not null,
  token_units numeric(78, 0) not null check (token_units > 0),
  -- The operator's part of what was credited.
  fee_units numeric(78, 0) not null default 0,
  tx_hash text,
  payer_address text,
  arrived_at timestamptz not null,
  created_at timestamptz not null,
  -- Where it was sent, or is being sent.
  returned_to text,
  return_tx_hash text,
  -- Why the last return failed. It can be returned again.
  failure_reason text,
  failure_message text,
  -- When it was returned or credited.
  ended_at timestamptz,
  primary key (unapplied_id, merchant_id),
  foreign key (payment_id, merchant_id) references payments,
  check (fee_units between 0 and token_units)
);
create index unapplied_funds_by_merchant on unapplied_funds (merchant_id, environment, unapplied_id);
create index unapplied_funds_by_status on unapplied_funds (merchant_id, environment, status, unapplied_id);
create index unapplied_funds_by_payment on unapplied_funds (payment_id, merchant_id);

-- How often an arrival was taken out of the ledger: its next posting needs a source that was not used before.
create table arrival_reversals (
  arrival_id text primary key references arrivals,
  payment_id text not null,
  merchant_id text not null,
  times integer not null check (times > 0),
  foreign key (payment_id, merchant_id) references payments
);
create index arrival_reversals_by_payment on arrival_reversals (payment_id, merchant_id);

-- What is missing from completed payments. Their status has no way back, so an operator decides.
create table payment_reversals (
  payment_id text not null,
  merchant_id text not null,
  chain text not null,
  token text not null,
  token_units numeric(78, 0) not null check (token_units > 0),
  reversed_at timestamptz not null,
  primary key (payment_id, merchant_id, reversed_at),
  foreign key (payment_id, merchant_id) references payments
);

-- Addresses of exchanges, kept by the operator: money sent back to them does not reach the customer.
create table exchange_addresses (
  address text primary key,
  name text,
  added_at timestamptz not null
);

-- Refunds

create table refunds (
  refund_id text not null,
  merchant_id text not null,
  environment environment not null,
  payment_id text not null,
  status text not null check (status in ('processing', 'completed', 'failed')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  chain text not null,
  token text not null,
  token_units numeric(78, 0) not null check (token_units > 0),
  -- The part of token_units that the operator gives back of its fee.
  fee_units numeric(78, 0) not null default 0,
  reason text,
  -- Null while a live refund waits for an address: nobody knows who paid.
  refunded_to text,
  -- Whether the customer was mailed a link to give the address.
  claim_emailed boolean not null default false,
  -- Of money that the chain took back: not sent until it is there again, or the operator says so.
  is_held boolean not null default false,
  -- Whether screening holds its transfer.
  awaits_screening boolean not null default false,
  -- When its money was taken out of the balance. Null while it waits for the balance.
  covered_at timestamptz,
  tx_hash text,
  failure_reason text,
  failure_message text,
  created_at timestamptz not null,
  completed_at timestamptz,
  -- When the wait for an address ends.
  check_at timestamptz,
  primary key (refund_id, merchant_id),
  foreign key (payment_id, merchant_id) references payments,
  check (fee_units >= 0 and fee_units <= token_units)
);
create index refunds_by_merchant on refunds (merchant_id, environment, refund_id);
create index refunds_by_status on refunds (merchant_id, environment, status, refund_id);
create index refunds_by_payment on refunds (payment_id, refund_id);
create index refunds_to_check on refunds (check_at) where status = 'processing';
create index refunds_uncovered on refunds (merchant_id, environment, chain, token, refund_id)
  where status = 'processing' and covered_at is null;
create index refunds_tx_search on refunds (merchant_id, environment, lower(tx_hash) text_pattern_ops)
  where tx_hash is not null;

-- Links with which a customer says where a refund is sent. The token itself is not stored.
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

-- Every address that was given for a refund. One that takes no money is followed by another.
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

-- Invoices

create table invoices (
  invoice_id text not null,
  merchant_id text not null,
  environment environment not null,
  status text not null check (status in ('draft', 'open', 'paid', 'expired', 'void')),
  invoice_number text not null check (char_length(invoice_number) between 1 and 50),
  -- The n of a number written as INV-00000n, whoever gave it: generated numbers skip those.
  numbered bigint,
  number_generated boolean not null,
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'CAD', 'AUD')),
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  -- A fraction: 0.08 is 8 percent.
  tax_rate numeric(7, 6) not null check (tax_rate between 0 and 1),
  tax_amount_minor bigint not null check (tax_amount_minor >= 0),
  amount_minor bigint not null,
  -- The seller as it was when the invoice was issued, whatever the settings say later. Null in a draft.
  seller_name text,
  seller_address text,
  seller_tax_id text,
  customer_email text,
  customer_name text,
  customer_address text,
  customer_tax_id text,
  memo text,
  -- Payable until the end of this day.
  due_date date not null,
  metadata json not null,
  -- Null: all, also those that are added later.
  accepted_chains text[],
  accepted_tokens text[],
  created_at timestamptz not null,
  voided_at timestamptz,
  -- Set together, once paid.
  paid_at timestamptz,
  payment_id text,
  chain text,
  token text,
  primary key (invoice_id, merchant_id),
  check (amount_minor > 0 and amount_minor = subtotal_minor + tax_amount_minor),
  check (status = 'draft' or seller_name is not null)
);
create index invoices_by_merchant on invoices (merchant_id, environment, invoice_id);
create index invoices_by_status on invoices (merchant_id, environment, status, invoice_id);
create index invoices_by_customer on invoices (merchant_id, environment, customer_email, invoice_id)
  where customer_email is not null;
create index invoices_numbered on invoices (merchant_id, environment, numbered) where numbered is not null;
-- No number is generated twice, whatever the code does.
create unique index invoices_generated_number on invoices (merchant_id, environment, numbered) where number_generated;
create index invoices_to_expire on invoices (due_date) where status = 'open';
create index invoices_email_search on invoices (merchant_id, environment, lower(customer_email) text_pattern_ops)
  where customer_email is not null;
create index invoices_number_search on invoices (merchant_id, environment, lower(invoice_number) text_pattern_ops);

create table invoice_lines (
  invoice_id text not null,
  merchant_id text not null,
  position smallint not null,
  description text not null,
  quantity numeric(13, 6) not null check (quantity > 0),
  unit_price_minor bigint not null check (unit_price_minor >= 0),
  amount_minor bigint not null check (amount_minor >= 0),
  primary key (invoice_id, merchant_id, position),
  foreign key (invoice_id, merchant_id) references invoices
);

-- The last generated number. Its row is the lock under which numbers are given out.
create table invoice_counters (
  merchant_id text not null,
  environment environment not null,
  last_number bigint not null,
  primary key (merchant_id, environment)
);

-- Buttons and payment links

-- A button is a payment link with a fixed amount, shown by a website: its id is in `payment_link_id` too.
create table payment_links (
  payment_link_id text not null,
  merchant_id text not null,
  environment environment not null,
  kind text not null check (kind in ('link', 'button')),
  status text not null check (status in ('active', 'inactive')),
  name text not null check (char_length(name) between 1 and 100),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'CAD', 'AUD')),
  -- Null: the customer chooses, within the bounds below.
  amount_minor bigint check (amount_minor > 0),
  minimum_minor bigint check (minimum_minor > 0),
  maximum_minor bigint check (maximum_minor >= minimum_minor),
  suggested_minor bigint check (suggested_minor between coalesce(minimum_minor, 1) and coalesce(maximum_minor, suggested_minor)),
  description text,
  metadata json not null,
  redirect_url text,
  cancel_url text,
  -- Null: the default of payments.
  expiration_minutes integer check (expiration_minutes between 5 and 1440),
  -- Null: all, also those that are added later.
  accepted_chains text[],
  accepted_tokens text[],
  max_payments integer check (max_payments between 1 and 10000),
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (payment_link_id, merchant_id),
  check (amount_minor is null or coalesce(minimum_minor, maximum_minor, suggested_minor) is null),
  check (kind = 'link' or amount_minor is not null and max_payments is null and expires_at is null)
);
create index payment_links_by_merchant on payment_links (merchant_id, environment, kind, payment_link_id);
create index payment_links_by_status on payment_links (merchant_id, environment, kind, status, payment_link_id);

-- Beside payments and not in them: most payments come from no link or button, and their rows stay small.
create table payment_link_payments (
  payment_id text not null,
  merchant_id text not null,
  environment environment not null,
  payment_link_id text not null,
  -- The page with the button that made the payment, as its browser said. Null when no browser did.
  opener_origin text,
  -- Digest of the link and the visitor's network, to limit the unpaid payments of one visitor.
  network_digest text,
  primary key (payment_id, merchant_id),
  foreign key (payment_link_id, merchant_id) references payment_links
);
create index payment_link_payments_by_link on payment_link_payments (merchant_id, payment_link_id, payment_id);

-- Prices

-- When the next round is due. The worker that moves it on asks the sources; all processes read what it found.
create table rate_rounds (
  only_one boolean primary key default true check (only_one),
  due_at timestamptz not null
);
insert into rate_rounds (due_at) values ('epoch');

-- What the last round found for each token and currency, in USD for one unit.
create table rates (
  asset text primary key,
  -- When the round began.
  at timestamptz not null,
  market numeric(18, 8) check (market > 0),
  -- What one unit counts for, also while it is off. Null without a market.
  usd numeric(18, 8) check (usd > 0),
  -- Why it is not offered. Null while it is.
  off text,
  sources text[] not null,
  -- What each source said last, and its problem in this round.
  answers json not null,
  check (usd is not null or off is not null)
);

-- The prices of the last days: for moves within minutes, and for money that arrives after its quote expired.
create table rate_history (
  at timestamptz not null,
  asset text not null,
  market numeric(18, 8) not null,
  usd numeric(18, 8) not null,
  -- Serves one asset at a time, the last minutes, and deleting.
  primary key (at, asset)
);

-- The ledger: double entry, only ever added to. Positive units are what we hold (assets) and what we spent; negative ones
-- are what we owe (merchants' balances, unapplied money) and what we earned.

create function ledger_account_id(environment text, kind text, merchant_id text, chain text, token text) returns uuid
language sql immutable parallel safe
return md5(environment || ' ' || kind || ' ' || coalesce(merchant_id, '') || ' ' || chain || ' ' || token)::uuid;

create table ledger_accounts (
  -- Follows from the rest, so that entries are written without looking accounts up.
  account_id uuid generated always as (ledger_account_id(environment, kind, merchant_id, chain, token)) stored primary key,
  environment environment not null,
  -- `operator`: what the operator's own address holds for a route. `trading`: what a provider holds of ours. `cold`: what lies
  -- at an address that no worker has the key of.
  kind text not null check (kind in (
    'deposit_address', 'vault', 'treasury', 'gas', 'in_transit', 'refunding', 'merchant_balance', 'unapplied', 'fee_income',
    'gas_cost', 'rounding', 'trading', 'outside', 'operator', 'cold'
  )),
  -- Null for accounts of the installation.
  merchant_id text references merchants,
  chain text not null,
  -- A token of the registry, or the contract address of another one.
  token text not null
);
create index ledger_accounts_by_merchant on ledger_accounts (merchant_id, environment) where merchant_id is not null;
-- Balances below zero and the operator's own accounts are looked for every minute and before anything leaves.
create index ledger_accounts_own on ledger_accounts (environment, chain, token) where merchant_id is null;

-- Domains, not checks of the table: Postgres prepares the checks of a table anew for each statement. Inserting one entry took
-- 0.20 ms without any, 0.24 with three checks, 0.20 to 0.21 with domains.
create domain posting_kind as text check (value in (
  'arrival', 'completion', 'reversal', 'refund', 'return', 'sweep', 'payout', 'fee', 'gas', 'credit', 'rounding', 'route',
  'restored', 'surplus', 'cold', 'refill'
));
create domain moved_units as numeric(78, 0) check (value <> 0);

-- A posting is all entries of a kind and source; posting it twice does nothing. Most postings move money between two
-- accounts, and one entry names both, which halves what is written.
--
-- No foreign keys to the accounts: the trigger refuses entries without them, and accounts cannot be deleted. They would lock
-- the row of a busy account for each entry: 0.24 ms instead of 0.20 for one entry, 4.9 instead of 2.7 for a hundred.
create table ledger_entries (
  -- The id of what it records: a payment, a refund, an arrival, a transfer.
  source text not null,
  kind posting_kind not null,
  environment environment not null,
  line smallint not null,
  account_id uuid not null,
  -- Receives the opposite of `units`. Null in a posting over several assets.
  other_account_id uuid,
  units moved_units not null,
  posted_at timestamptz not null,
  primary key (source, kind, environment, line)
);
create index ledger_entries_by_account on ledger_entries (account_id, posted_at);

-- What each entry did to each account.
create view ledger_lines as
  select source, kind, environment, line, account_id, units, posted_at from ledger_entries
  union all
  select source, kind, environment, line, other_account_id, -units, posted_at from ledger_entries
  where other_account_id is not null;

-- An account's balance is its row in ledger_balances and all its rows in ledger_changes. Writers only add rows, so that
-- payments of one merchant do not wait for each other; a task folds the rows into the balance.
create table ledger_balances (
  account_id uuid primary key,
  units numeric(78, 0) not null
);
create index ledger_balances_positive on ledger_balances (account_id) where units > 0;

create table ledger_changes (
  change_id bigint generated always as identity primary key,
  account_id uuid not null,
  other_account_id uuid,
  units numeric(78, 0) not null
);
create index ledger_changes_by_account on ledger_changes (account_id);
create index ledger_changes_by_other_account on ledger_changes (other_account_id);

create function ledger_balance(account uuid) returns numeric
language sql stable
return coalesce((select units from ledger_balances where account_id = account), 0)
  + coalesce((select sum(units) from ledger_changes where account_id = account), 0)
  - coalesce((select sum(units) from ledger_changes where other_account_id = account), 0);

-- Checks the entries of a statement, which must hold whole postings. Accounts are looked up one by one: a join could be
-- planned as a scan of all.
create function ledger_add_entries() returns trigger language plpgsql as $$
declare
  entry record;
  is_odd boolean;
  wrong text;
  spent record;
begin
  -- Most statements book one payment. Its entry is checked as those below, without the cost of grouping it.
  select *, (select count(*) from added) as entries into entry from added;
  if entry.entries = 1 and entry.line = 1 and entry.kind in ('arrival', 'completion', 'reversal') then
    insert into ledger_changes (account_id, other_account_id, units)
    select a.account_id, b.account_id, entry.units from ledger_accounts as a cross join ledger_accounts as b
    where a.account_id = entry.account_id and b.account_id = entry.other_account_id
      and a.environment = entry.environment and b.kind <> 'merchant_balance'
      and (a.kind <> 'merchant_balance' or entry.kind = 'reversal' or entry.units < 0)
      and (b.environment, b.chain, b.token) = (a.environment, a.chain, a.token);
    if found then
      return null;
    end if;
  end if;

  -- By pairs of accounts: a statement has few of them, however many payments it books. Nothing is left to check when each
  -- entry is a whole posting, takes nothing from a balance, and moves units between two accounts of one asset.
  with pair as materialized (
    select account_id, other_account_id, environment, sum(units) as units,
      bool_and(line = 1 and kind in ('arrival', 'completion', 'reversal')) as is_simple,
      bool_or(kind <> 'reversal' and added.units > 0) as takes
    from added group by account_id, other_account_id, environment
  ), changed as (
    insert into ledger_changes (account_id, other_account_id, units)
    select account_id, other_account_id, units from pair where units <> 0
  )
  select true into is_odd from pair where not is_simple or (
    -- A merchant's balance is never the other account: entries of an account are found by the first.
    select b.kind <> 'merchant_balance' and not (a.kind = 'merchant_balance' and takes)
    from ledger_accounts as a cross join ledger_accounts as b
    where a.account_id = pair.account_id and b.account_id = pair.other_account_id and a.environment = pair.environment
      and (b.environment, b.chain, b.token) = (a.environment, a.chain, a.token)
  ) is not true;
  if is_odd is null then
    return null;
  end if;

  select min(source) into wrong from (
    select source from (
      select source, added.kind, added.environment, count(*) as lines, min(line) as first, max(line) as last,
        sum(units) filter (where other_account_id is null) as total,
        bool_and(coalesce(a.environment = added.environment and (other_account_id is null or (b.kind <> 'merchant_balance'
          and (b.environment, b.chain, b.token) = (a.environment, a.chain, a.token))), false)) as is_right
      from added left join lateral (
        select * from ledger_accounts where account_id = added.account_id limit 1) as a on true
      left join lateral (
        select * from ledger_accounts where account_id = added.other_account_id limit 1) as b on true
      -- An entry of two accounts is balanced by itself.
      group by source, added.kind, added.environment,
        case when other_account_id is null then a.chain || ' ' || a.token end
    ) as asset
    group by source, kind, environment
    -- Numbered from 1 without a gap: a posting cannot be added to later.
    having bool_or(total <> 0) or not bool_and(is_right) or min(first) <> 1 or max(last) <> sum(lines)
  ) as posting;
  if wrong is not null then
    raise exception 'the posting of % is not balanced, not whole, or names an unknown account', wrong
      using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;

  -- What takes money from an account locks it and must find it there: nobody spends another's. Arrivals and completions only
  -- move what is there, and take no lock, unless one of them takes from a merchant's balance, as none should. Two kinds may leave a balance below zero, since the money is gone whatever the
  -- ledger thinks: reversals, when a chain abandons final blocks, and what had left before a backup was restored. For the
  -- same reason what leaves a live chain is not compared with the vault here.
  for spent in
    select a.account_id, a.kind, a.environment, a.chain, a.token
    from (
      select side.account_id, sum(side.units) filter (where not moves) as units,
        sum(side.units) filter (where moves and side.units > 0) as moved
      from added cross join lateral (
        values (added.account_id, added.units), (other_account_id, -added.units)) as side (account_id, units)
      cross join lateral (select kind in ('arrival', 'completion') as moves) as what
      where kind not in ('reversal', 'restored') group by side.account_id
    ) as change cross join lateral (
      select * from ledger_accounts where account_id = change.account_id limit 1) as a
    where (a.kind in ('deposit_address', 'vault', 'treasury') and change.units < 0 and a.environment = 'test')
      or (a.kind in ('merchant_balance', 'unapplied', 'in_transit', 'refunding') and change.units > 0)
      or (a.kind = 'merchant_balance' and change.moved > 0)
    order by a.account_id
  loop
    perform from ledger_accounts where account_id = spent.account_id for no key update;
    if (case when spent.kind in ('merchant_balance', 'unapplied', 'in_transit', 'refunding') then -1 else 1 end)
      * ledger_balance(spent.account_id) < 0
    then
      raise exception 'not enough in the account % of % on % (%)', spent.kind, spent.token, spent.chain, spent.environment
        using errcode = 'check_violation', constraint = 'ledger_not_negative';
    end if;
  end loop;
  return null;
end $$;

create trigger ledger_entries_add after insert on ledger_entries
  referencing new table as added for each statement execute function ledger_add_entries();

create function ledger_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name
    using errcode = 'restrict_violation', constraint = 'ledger_only_added_to';
end $$;

create trigger ledger_accounts_keep before update or delete or truncate on ledger_accounts
  for each statement execute function ledger_refuse();
create trigger ledger_entries_keep before update or delete or truncate on ledger_entries
  for each statement execute function ledger_refuse();

-- Merchants' balances below zero, as positive units. Looked for among the folded balances, and summed up to the last change.
create view ledger_debts as
  select environment, chain, token, merchant_id, ledger_balance(account_id) as units
  from ledger_balances b join ledger_accounts a using (account_id)
  where b.units > 0 and a.kind = 'merchant_balance' and ledger_balance(account_id) > 0;

-- Assets in which more is owed than is held, and by how much. All accounts of an asset add up to zero, so it is short by what
-- merchants owe, plus what left for nobody's account, less what the operator has earned or put in: few accounts to read.
create view ledger_short as
  select environment, chain, token, sum(units) as units from (
    select environment, chain, token, ledger_balance(account_id) as units from ledger_accounts
    where merchant_id is null and kind not in ('deposit_address', 'vault', 'treasury', 'operator', 'trading', 'cold')
    union all
    select environment, chain, token, units from ledger_debts
  ) as account group by environment, chain, token having sum(units) > 0;

-- The last comparison of the ledger with each live chain.
create table ledger_reconciliations (
  chain text primary key,
  due_at timestamptz not null,
  -- Null until the first one is done.
  checked_at timestamptz,
  block_number bigint,
  -- A payout leaves after a comparison at a block that is newer than the payout.
  block_time timestamptz,
  -- While less is on the chain than the ledger says, nothing is paid out there.
  payouts_stopped_at timestamptz,
  -- What differed, by token and account.
  differences json not null default '[]',
  -- The address up to which balances of all tokens were read in this turn, and when that was.
  turn_after text not null default '',
  turn_at timestamptz
);

-- Transfers: money that leaves, the transactions that carry it, and every signature made for them

create table transfers (
  transfer_id text primary key,
  -- `call`: a transaction of the operator's own address, for a route. `authorization`: a payment that its payer signed,
  -- and that we send. `cold`: from Solana's treasury to the operator's cold address.
  kind text not null check (kind in ('refund', 'return', 'sweep', 'payout', 'route', 'call', 'authorization', 'cold')),
  environment environment not null,
  -- Null for what moves money of several merchants: sweeps, and what goes to a cold address.
  merchant_id text references merchants,
  chain text not null,
  token text not null,
  to_address text not null,
  units numeric(78, 0) not null check (units > 0),
  -- What it is for: a refund, unapplied funds, a payout, or the payment whose deposit address is swept.
  source text not null,
  -- What it is a part of, and is paid after the parts before it: the refunds of a payment, the payouts of a balance.
  -- Null for sweeps, calls and authorizations, which pay nobody from what we hold.
  series text,
  -- The id under which it is paid, once for ever: made from the series and what was paid of it before. Null until it is
  -- sent, and again when it is certain that nothing was paid under it.
  pay_id text,
  status text not null check (status in ('waiting', 'sending', 'completed', 'failed')),
  batch_id text,
  -- Why it waits, for the operator.
  problem text,
  -- How often it was in a transaction that did not carry it out.
  attempts integer not null default 0,
  -- When to try next, while it waits.
  due_at timestamptz,
  -- Why it must not be sent. Null when it may be.
  held_reason text,
  -- Set when the operator had it sent nevertheless: it is not held again.
  released_at timestamptz,
  -- How often a chain abandoned the block in which it was completed. It is sent again; what followed from it stands.
  reopenings integer not null default 0,
  tx_hash text,
  failure_reason text,
  failure_message text,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((status = 'waiting') = (due_at is not null)),
  check (status <> 'sending' or batch_id is not null),
  check (environment = 'test' or (series is null) = (kind in ('sweep', 'call', 'authorization'))),
  check (pay_id is null or series is not null),
  check (environment = 'test' or series is null or status <> 'sending' or pay_id is not null)
);
-- Nothing is paid under the id of something else, also if two workers take the same place.
create unique index transfers_pay_id on transfers (pay_id);
create index transfers_in_series on transfers (series) where pay_id is not null;
create index transfers_due on transfers (chain, due_at) where status = 'waiting';
create index transfers_due_test on transfers (due_at) where status = 'waiting' and environment = 'test';
create index transfers_open on transfers (transfer_id) where status in ('waiting', 'sending');
create index transfers_by_status on transfers (status, transfer_id);
create index transfers_by_batch on transfers (batch_id) where batch_id is not null;
create index transfers_by_source on transfers (source);
-- What each merchant had of a vault's daily cap in the last days.
create index transfers_paid on transfers (merchant_id, chain, token, ended_at)
  where status = 'completed' and environment = 'live';

create table transfer_calls (
  transfer_id text primary key references transfers,
  data text not null,
  value numeric(78, 0) not null check (value >= 0),
  -- Not sent if the operator has sent transactions since then that the database does not know of.
  since timestamptz not null
);

-- Payments that their payers signed (EIP-3009). The row is the claim: whoever stores it first has it sent, and nobody else.
create table authorizations (
  transfer_id text primary key references transfers,
  payment_id text not null,
  merchant_id text not null,
  chain text not null,
  -- Addresses and nonces of EVM chains are in lower case. On Solana the mint, and the hash of the signed message.
  contract text not null,
  from_address text not null,
  nonce text not null,
  -- Unix seconds; on Solana heights of blocks.
  valid_after numeric(78, 0) not null,
  valid_before numeric(78, 0) not null,
  -- On Solana the whole transaction.
  signature text not null,
  -- When a facilitator's caller was told that it is paid. It is told once, so that one payment opens one door.
  settled_at timestamptz,
  created_at timestamptz not null,
  constraint authorizations_nonce unique (chain, contract, from_address, nonce),
  foreign key (payment_id, merchant_id) references payments
);

create index authorizations_by_payment on authorizations (payment_id, merchant_id);
create index authorizations_by_payer on authorizations (from_address, created_at);

-- Nonces are counted here and never asked of a node. The row is locked while one is taken.
create table transfer_nonces (
  chain text not null,
  sender text not null,
  next_nonce bigint not null check (next_nonce >= 0),
  -- When the chain last knew transactions of the sender that the database did not: a backup was restored, or somebody else
  -- used the key. And how many it knew then.
  jumped_at timestamptz,
  jumped_to bigint not null default 0,
  primary key (chain, sender)
);

-- One EVM transaction that carries several transfers.
create table transfer_batches (
  batch_id text primary key,
  chain text not null,
  sender text not null,
  call text not null check (call in ('pay', 'flush', 'call', 'settle')),
  target text not null,
  data text not null,
  -- Native money that goes along.
  value numeric(78, 0) not null default 0 check (value >= 0),
  gas_limit bigint not null check (gas_limit > 0),
  -- Rises when another transaction is known, at final depth, to have used the nonce.
  generation integer not null default 1,
  nonce bigint not null,
  status text not null check (status in ('open', 'done')),
  created_at timestamptz not null,
  -- The transaction that was mined, its block, what its gas cost, and whether it succeeded. The operator's balance lacks the
  -- cost from that block on.
  tx_hash text,
  block_number bigint,
  gas_cost numeric(78, 0),
  succeeded boolean,
  ended_at timestamptz,
  unique (chain, sender, nonce)
);
create index transfer_batches_open on transfer_batches (chain, nonce) where status = 'open';
-- To find what was mined above a block, at each reorganisation.
create index transfer_batches_mined on transfer_batches (chain, block_number) where status = 'done';
-- For comparisons with the chain at an older block.
create index transfer_batches_by_block on transfer_batches (chain, block_number) where block_number is not null;

-- Every signature ever made, before it is sent. Only bytes read from here are sent.
create table transfer_signatures (
  batch_id text not null references transfer_batches,
  generation integer not null,
  attempt integer not null,
  nonce bigint not null,
  tx_hash text not null unique,
  raw text not null,
  max_fee numeric(78, 0) not null,
  tip numeric(78, 0) not null,
  gas_limit bigint not null,
  created_at timestamptz not null,
  primary key (batch_id, generation, attempt)
);

-- Every address that SOLANA_COLD_ADDRESS ever named. What is there belongs to merchants, also after the setting has changed.
create table cold_addresses (
  address text primary key,
  added_at timestamptz not null,
  -- From the first of these slots to the second its transactions were read for money that went back to the treasury.
  known_slot bigint,
  read_slot bigint
);

-- What a worker that sends last found out about hot and cold money. Without a row nothing is cold, and nothing shall be.
create table cold_status (
  chain text primary key,
  -- Where money goes now; null while it is not set.
  address text,
  -- Why nothing goes there.
  problem text,
  -- What refunds and payouts need and the treasury does not have, while there is some at cold addresses.
  refill text,
  -- What the treasury holds, in whole USD; null without a price.
  hot_usd numeric(78, 0),
  noted_at timestamptz not null
);

-- One transaction on Solana: a payment by a durable nonce; sweeps by a blockhash; calls of programs, which take money from
-- the treasury (`spend`) or do not (`call`).
create table solana_batches (
  batch_id text primary key,
  call text not null check (call in ('pay', 'sweep', 'call', 'spend', 'settle')),
  -- Follows from the transfer's id, so that a database restored from a backup pays it by the same one.
  nonce_account text,
  status text not null check (status in ('open', 'done')),
  created_at timestamptz not null,
  -- The finalized transaction, its slot, and what it cost the fee payer in lamports: fee, priority and rent. The fee payer's
  -- balance lacks the cost from that slot on. Null when none landed.
  tx_hash text,
  slot bigint,
  cost numeric(78, 0),
  succeeded boolean,
  ended_at timestamptz,
  check ((call = 'pay') = (nonce_account is not null))
);
create unique index solana_batches_nonce on solana_batches (nonce_account) where status = 'open';
create index solana_batches_open on solana_batches (created_at) where status = 'open';
create index solana_batches_by_slot on solana_batches (slot) where slot is not null;

-- As transfer_signatures.
create table solana_signatures (
  batch_id text not null references solana_batches,
  attempt integer not null,
  tx_hash text not null unique,
  raw text not null,
  -- The value of the nonce, or the blockhash, and the slot that it was read at.
  lifetime text not null,
  read_slot bigint not null,
  -- Null with a nonce, which never expires.
  last_valid_height bigint,
  created_at timestamptz not null,
  -- Whether the treasury's finalized history has it, which is not read again.
  is_landed boolean not null default false,
  primary key (batch_id, attempt)
);

-- How far histories of accounts on Solana have been read: a finalized transaction, and all before it. Those of the treasury,
-- and of deposits with so many transactions that they are not read again each time.
create table history_marks (
  account text primary key,
  -- Null: none is finalized yet, and the slot is that of the first one that was read.
  signature text,
  -- Null to read it from its beginning.
  slot bigint,
  -- What the account had after that transaction, if it is known: the next one must start from there. Without a signature, what
  -- it had before the first one.
  units numeric
);

-- Finalized transactions into the treasury on Solana that name several payments. Credited to none until the operator decides.
create table contested_transactions (
  tx_hash text not null,
  account text not null,
  slot bigint not null,
  block_time timestamptz not null,
  -- Null for SOL.
  mint text,
  token text,
  units numeric(78, 0) not null,
  payer_address text,
  -- Deposit addresses that it names.
  addresses text[] not null,
  found_at timestamptz not null,
  decided_at timestamptz,
  -- One of the addresses.
  decided_for text,
  primary key (tx_hash, account),
  check ((decided_at is null) = (decided_for is null))
);
create index contested_transactions_open on contested_transactions (found_at) where decided_at is null;

-- Up to which block an EVM chain was searched for payments of ours. A restored backup has the mark of its time, so that
-- everything paid since is looked at again.
create table payment_marks (
  chain text primary key,
  block_number bigint
);

-- The same for each account of a treasury on Solana: up to which transaction, and what the account had after it. The next
-- one must start from there.
create table treasury_marks (
  account text primary key,
  signature text not null,
  units numeric not null
);

-- Finalized payments that left a treasury on Solana before its marks, and that an open transfer asks for. It is completed by
-- its payment when its turn comes, although nothing reads that far back any more.
create table asked_payments (
  tx_hash text primary key,
  token text not null,
  to_address text,
  units numeric(78, 0) not null,
  slot bigint not null,
  -- Accounts that the transaction names: one is made from the transfer's id.
  keys text[] not null
);

-- Chains where no node shows what left them, so that nothing is sent there, and since when.
create table search_stops (
  chain text primary key,
  problem text not null,
  since timestamptz not null
);

-- Payments that left the vault or the treasury, and that no transfer explains. Until the operator has explained each of a
-- chain, nothing more is paid there.
create table unknown_payments (
  chain text not null,
  -- The vault's id of the payment, or the signature on Solana.
  payment_key text not null,
  tx_hash text not null,
  -- A token of the registry, or the contract address of another one.
  token text not null,
  -- Null when nobody got exactly that much.
  to_address text,
  units numeric(78, 0) not null,
  block_number bigint not null,
  found_at timestamptz not null,
  explained_at timestamptz,
  -- A transfer, a merchant, or `loss`.
  explained_as text,
  primary key (chain, payment_key),
  check ((explained_at is null) = (explained_as is null))
);
create index unknown_payments_open on unknown_payments (chain) where explained_at is null;

-- Settlement: payouts of merchants' balances, and routes that exchange them first

create table settlement_settings (
  merchant_id text not null references merchants,
  environment environment not null,
  -- Paid out in the token and on the chain in which it came, or routed into one asset.
  asset text not null default 'as_received' check (asset in ('as_received', 'routed')),
  asset_chain text,
  asset_token text,
  -- What happens to money that cannot be routed within limits.
  unroutable text not null default 'as_received' check (unroutable in ('as_received', 'wait')),
  schedule text not null check (schedule in ('instant', 'daily', 'weekly', 'manual')),
  -- Of the minimum, the reserve, and what payouts were worth.
  currency text not null default 'USD',
  minimum_minor bigint not null default 0 check (minimum_minor >= 0),
  -- Kept of each balance.
  reserve_minor bigint not null default 0 check (reserve_minor >= 0),
  -- When the merchant asked for a payout of everything. Null once a worker has made it.
  asked_at timestamptz,
  -- When a worker looks at the balances next. Null: never.
  due_at timestamptz,
  primary key (merchant_id, environment),
  check ((schedule = 'manual' and asked_at is null) = (due_at is null)),
  constraint settlement_settings_asset_given_check
    check ((asset = 'routed') = (asset_chain is not null and asset_token is not null))
);
create index settlement_settings_due on settlement_settings (due_at) where due_at is not null;

-- Every wallet that was ever set. The newest one in force is paid.
create table payout_wallets (
  wallet_id text primary key,
  merchant_id text not null references merchants,
  environment environment not null,
  family text not null check (family in ('evm', 'solana')),
  address text not null,
  created_at timestamptz not null,
  holds_from timestamptz not null,
  -- Withdrawn or replaced before it was in force.
  cancelled_at timestamptz,
  member_email text
);
create index payout_wallets_by_merchant on payout_wallets (merchant_id, environment, family, holds_from);

create table payouts (
  -- Also the id of its transfer, which the vault pays once.
  payout_id text primary key,
  merchant_id text not null references merchants,
  environment environment not null,
  status text not null check (status in ('processing', 'completed', 'failed')),
  initiator text not null check (initiator in ('schedule', 'manual')),
  chain text not null,
  token text not null,
  token_units numeric(78, 0) not null check (token_units > 0),
  address text not null,
  -- What it was worth when it was made, in the merchant's currency.
  currency text not null,
  worth_minor bigint not null check (worth_minor >= 0),
  -- The entries of the balance that it pays: posted after the first time (null: from the beginning), up to the second.
  covers_after timestamptz,
  covers_until timestamptz not null,
  tx_hash text,
  failure_reason text,
  failure_message text,
  created_at timestamptz not null,
  ended_at timestamptz
);
-- Whatever workers and requests do at the same time, one of them gets the row.
create unique index payouts_one_at_a_time on payouts (merchant_id, environment, chain, token)
  where status = 'processing';
create index payouts_by_merchant on payouts (merchant_id, payout_id);
create index payouts_by_balance on payouts (merchant_id, environment, chain, token, covers_until);

-- The steps of a payout in order. Written with the payout, before anything moves.
create table payout_steps (
  payout_id text not null references payouts,
  step smallint not null,
  kind text not null check (kind in ('transfer')),
  chain text not null,
  token text not null,
  token_units numeric(78, 0) not null check (token_units > 0),
  address text not null,
  -- Null until the money may leave.
  transfer_id text unique,
  primary key (payout_id, step)
);
create index payout_steps_held on payout_steps (payout_id) where transfer_id is null;

create table routes (
  route_id text primary key,
  merchant_id text not null references merchants,
  environment environment not null,
  status text not null check (status in ('processing', 'stuck', 'completed', 'failed')),
  initiator text not null default 'schedule' check (initiator in ('schedule', 'manual')),
  chain text not null,
  token text not null,
  token_units numeric(78, 0) not null check (token_units > 0),
  to_chain text not null,
  to_token text not null,
  -- What was expected to arrive when it was planned, and the least that was allowed to.
  expected_units numeric(78, 0) not null check (expected_units > 0),
  least_units numeric(78, 0) not null check (least_units > 0),
  -- What came into the balance in the end: of `to_token`, or of what the money was when the route failed.
  arrived_units numeric(78, 0),
  currency text not null,
  worth_minor bigint not null check (worth_minor >= 0),
  -- Why this way.
  explanation text not null,
  -- The entries of the balance that it takes, as in payouts.
  covers_after timestamptz,
  covers_until timestamptz not null,
  problem text,
  failure_message text,
  -- When a worker continues it. Null: somebody has to decide, or it has ended.
  due_at timestamptz,
  -- Since when nobody knows what became of its money.
  unknown_since timestamptz,
  -- Since when its bridge has taken longer than it should: a person has to look. Null once it has arrived.
  late_at timestamptz,
  created_at timestamptz not null,
  -- When the operator last resumed it.
  resumed_at timestamptz,
  ended_at timestamptz,
  check ((status = 'processing') = (due_at is not null))
);
-- No second route over one that is not resolved.
create unique index routes_one_at_a_time on routes (merchant_id, environment, chain, token)
  where status in ('processing', 'stuck');
create index routes_due on routes (due_at) where due_at is not null;
create index routes_late on routes (late_at) where late_at is not null;
create index routes_by_balance on routes (merchant_id, environment, chain, token, covers_until);
create index routes_by_arrival on routes (merchant_id, environment, to_chain, to_token, ended_at);

create table route_steps (
  route_id text not null references routes,
  environment environment not null default 'live',
  step smallint not null,
  status text not null check (status in (
    'planned', 'funding', 'funded', 'approving', 'calling', 'called', 'completed', 'returning', 'returned'
  )),
  provider text not null check (provider in ('uniswap', 'cctp', 'lifi')),
  chain text not null,
  token text not null,
  to_chain text not null,
  to_token text not null,
  -- Null until the step before has ended.
  token_units numeric(78, 0) check (token_units > 0),
  -- The last quote, as the provider gave it.
  quote json not null,
  expected_units numeric(78, 0) not null,
  fee_units numeric(78, 0) not null,
  -- Attempts at the call.
  tries integer not null default 0,
  -- Attempts at the second transaction of a bridge, the mint. The first one is not made again.
  next_tries integer not null default 0,
  funded_at timestamptz,
  -- The transaction of the call, once it is final, and when it was seen to be.
  call_hash text,
  called_at timestamptz,
  -- The result: its transaction, the log within it, and its block.
  arrived_units numeric(78, 0),
  arrived_hash text,
  arrived_log integer,
  arrived_block bigint,
  ended_at timestamptz,
  primary key (route_id, step)
);
-- The operator's address holds one amount of a token at a time, so that an exact approval is for one route alone, and a call
-- that was sent before finds nothing to take. Simulated money is at no address: routes need not wait for each other there.
create unique index route_steps_at_operator on route_steps (chain, token)
  where environment = 'live' and status in ('funding', 'funded', 'approving', 'calling', 'returning');
-- A transaction is the exchange of one step alone.
create unique index route_steps_call on route_steps (chain, call_hash) where call_hash is not null;
-- One arrival counts once, whatever services say about it.
create unique index route_steps_one_arrival on route_steps (to_chain, arrived_hash, arrived_log)
  where arrived_log is not null;
-- For comparisons with the chain.
create index route_steps_arrived on route_steps (to_chain, arrived_block) where arrived_block is not null;
create index route_steps_under_way on route_steps (to_chain, chain)
  where environment = 'live' and status in ('calling', 'called', 'returning');

-- Why a balance could not be exchanged at the last try. Deleted when a route of it is made.
create table route_refusals (
  merchant_id text not null references merchants,
  environment environment not null,
  chain text not null,
  token text not null,
  explanation text not null,
  refused_at timestamptz not null,
  primary key (merchant_id, environment, chain, token)
);

-- The operator's kill switch.
create table route_stops (
  kind text not null check (kind in ('provider', 'chain')),
  name text not null,
  stopped_at timestamptz not null,
  primary key (kind, name)
);

-- Events and webhooks

-- Partitioned by the time in the id, as are deliveries, attempts and the request log: retention drops whole partitions,
-- which a task makes ahead (platform/db/partitions.ts). Rows outside of all of them are in `…_rest`.

create table events (
  event_id text not null,
  merchant_id text not null,
  environment environment not null,
  type text not null,
  -- The payment, refund or invoice it is about.
  resource_id text not null,
  -- The exact bytes every delivery sends and signs.
  body text not null,
  created_at timestamptz not null,
  primary key (event_id, merchant_id)
) partition by range (event_id);
create table events_rest partition of events default;
create index events_by_merchant on events (merchant_id, environment, event_id);
create index events_by_resource on events (resource_id, event_id);

create table webhook_endpoints (
  endpoint_id text not null,
  merchant_id text not null references merchants,
  environment environment not null,
  url text not null,
  -- Event types, or '*' alone for all of them.
  events text[] not null,
  description text,
  -- A deleted endpoint stays until its deliveries have aged out, but nobody sees it and nothing is sent to it.
  status text not null check (status in ('enabled', 'disabled', 'deleted')),
  -- Signing secrets, encrypted; each names the master key it was encrypted with.
  secret bytea not null,
  secret_key_id text not null,
  -- The secret before the last rotation signs beside the new one until then.
  previous_secret bytea,
  previous_secret_key_id text,
  previous_secret_until timestamptz,
  -- Its last attempt succeeded, and quickly.
  is_prompt boolean not null default false,
  -- The first failure after which no attempt succeeded.
  failing_since timestamptz,
  -- The failing_since that members were told of: once for each time that the endpoint starts to fail.
  failing_told timestamptz,
  created_at timestamptz not null,
  primary key (endpoint_id, merchant_id)
);
create index webhook_endpoints_by_merchant on webhook_endpoints (merchant_id, environment, endpoint_id)
  where status <> 'deleted';
create index webhook_endpoints_failing on webhook_endpoints (failing_since) where failing_since is not null;

-- Written once and never updated: what is left to do is in `undelivered`.
create table deliveries (
  delivery_id text not null,
  event_id text not null,
  endpoint_id text not null,
  merchant_id text not null,
  environment environment not null,
  event_type text not null,
  -- Sent from the dashboard: tried once, and once more when asked, never on a schedule.
  is_test boolean not null default false,
  created_at timestamptz not null,
  primary key (delivery_id, merchant_id)
) partition by range (delivery_id);
create table deliveries_rest partition of deliveries default;
create index deliveries_by_endpoint on deliveries (endpoint_id, delivery_id);

-- Deliveries that have not succeeded: a small table for what workers write.
create table undelivered (
  endpoint_id text not null,
  delivery_id text not null,
  merchant_id text not null,
  event_id text not null,
  is_test boolean not null,
  -- Two lanes, so that endpoints that fail, hang or were never tried cannot hold up those that work. 1: the endpoint was
  -- prompt when the delivery was made or moved here. 2: all others.
  lane smallint not null default 2 check (lane in (1, 2)),
  -- Attempts made and recorded.
  attempts smallint not null,
  -- Null when no more attempts are due: the delivery failed.
  next_attempt_at timestamptz,
  -- No other worker takes it before. In no index, so that taking a delivery rewrites none.
  leased_until timestamptz,
  primary key (endpoint_id, delivery_id, merchant_id)
-- Room on each page for the rows a worker leases, all of a page at once when there is a backlog.
) with (fillfactor = 50);
-- Serves the workers, which go from merchant to merchant and endpoint to endpoint within a lane, so that one endpoint's
-- backlog hides nobody else's.
create index undelivered_lanes on undelivered (lane, merchant_id, endpoint_id, next_attempt_at)
  where next_attempt_at is not null;
-- Serves pages of what failed, and retrying all of it.
create index undelivered_failed on undelivered (endpoint_id, delivery_id) where next_attempt_at is null;

create table delivery_attempts (
  attempt_id text not null,
  delivery_id text not null,
  merchant_id text not null,
  attempt smallint not null,
  http_status smallint,
  response_body text,
  latency_ms integer not null,
  error text,
  attempted_at timestamptz not null,
  primary key (delivery_id, attempt_id, merchant_id)
) partition by range (delivery_id);
create table delivery_attempts_rest partition of delivery_attempts default;

-- E-mail

create table emails (
  email_id text not null,
  merchant_id text not null references merchants,
  -- Mail to customers belongs to an environment. Mail to members does not: it carries links to accounts, so no list of an
  -- environment's mail has it.
  environment environment,
  -- The kinds are listed once, in messages/email/messages.ts.
  kind text not null,
  -- 1: somebody waits in front of a screen. 2: a customer. 3: nobody waits.
  urgency smallint not null generated always as (
    case when kind in ('password_reset', 'invitation') then 1 when kind = 'announcement' then 3 else 2 end
  ) stored,
  resource_id text not null,
  to_address text not null,
  -- The values for the template.
  message json not null,
  status text not null check (status in ('queued', 'sent', 'failed')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz,
  -- No other worker takes it before.
  leased_until timestamptz,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (email_id, merchant_id),
  constraint emails_of_customers check (
    environment is not null or kind not in ('invoice', 'invoice_paid', 'refund_completed'))
);
create index emails_due on emails (next_attempt_at) where status = 'queued';
-- Serves the worker, which goes from merchant to merchant, so that one merchant's thousand hide nobody else's one.
create index emails_turns on emails (urgency, merchant_id, next_attempt_at, email_id) where status = 'queued';
create index emails_by_merchant on emails (merchant_id, environment, email_id);
create index emails_by_status on emails (merchant_id, environment, status, email_id);

create table email_quotas (
  merchant_id text not null,
  -- What is counted: mail of an environment, invitations, or mail to one address, which is hashed.
  quota text not null,
  day date not null,
  used integer not null,
  primary key (merchant_id, quota, day)
);
-- Serves deleting past days.
create index email_quotas_by_day on email_quotas (day);

-- Mail of the operator to all merchants that use the API.
create table announcements (
  announcement_id text primary key,
  -- SHA-256 of subject and body: announcing the same again continues where the first run stopped.
  digest bytea not null unique,
  subject text not null check (char_length(subject) between 1 and 150),
  body text not null check (octet_length(body) between 1 and 102400),
  created_at timestamptz not null
);

-- Outlives the e-mail, so that nobody gets the same announcement twice.
create table announcement_recipients (
  announcement_id text not null references announcements,
  merchant_id text not null references merchants,
  email_id text not null,
  primary key (announcement_id, merchant_id)
);

-- Notices to members that are not mailed yet, written in the transaction of what they are about.
create table notices (
  notice_id text not null,
  merchant_id text not null references merchants,
  environment environment not null,
  kind text not null check (kind in ('payment_received', 'payout_sent', 'refund_waiting', 'endpoint_failing')),
  content json not null,
  created_at timestamptz not null,
  primary key (notice_id, merchant_id)
);

-- Sums of the notices above the day's limit, for one e-mail on the next day. Currency is empty where there is no amount.
create table notice_digests (
  merchant_id text not null references merchants,
  environment environment not null,
  kind text not null check (kind in ('payment_received', 'payout_sent', 'refund_waiting', 'endpoint_failing')),
  day date not null,
  currency text not null,
  count bigint not null,
  amount_minor bigint not null,
  primary key (merchant_id, environment, kind, day, currency)
);

-- Mail to the operator.
create table alarms (
  alarm_id text primary key,
  subject text not null,
  -- Null until the mail about its present state is sent.
  told_at timestamptz,
  raised_at timestamptz not null,
  -- Set when it is over: the row is deleted once the operator was told.
  over_at timestamptz
);

-- API requests, for a merchant's developers to look at. Unlogged: a crash of the database may empty them, and writing them
-- costs as little as it can.

create table request_log (
  request_id text not null,
  merchant_id text not null,
  environment environment not null,
  -- Null when the request came from the dashboard.
  key_id text,
  method text not null,
  -- Without the query, which may hold e-mail addresses.
  path text not null,
  status smallint not null,
  latency_ms integer not null,
  error_code text,
  ip text not null,
  created_at timestamptz not null,
  -- Fields that the API does not know, of test requests. Null: none.
  ignored_fields text[],
  primary key (request_id, merchant_id)
) partition by range (request_id);
create unlogged table request_log_rest partition of request_log default;
create index request_log_by_merchant on request_log (merchant_id, environment, request_id);

-- Redacted bodies, apart from the log, which is listed often and kept for more requests.
create table request_bodies (
  request_id text not null,
  merchant_id text not null,
  environment environment not null,
  -- What the request was about, if the answer or the path says so.
  resource_id text,
  request_body text,
  response_body text,
  primary key (request_id, merchant_id)
) partition by range (request_id);
create unlogged table request_bodies_rest partition of request_bodies default;
create index request_bodies_by_merchant on request_bodies (merchant_id, environment, request_id);
