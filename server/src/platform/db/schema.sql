-- Made by "npm run generate" from server/src/platform/db/migrations. Do not edit.

create domain environment as text CHECK ((VALUE = ANY (ARRAY['test'::text, 'live'::text])));

create domain moved_units as numeric(78,0) CHECK ((VALUE <> (0)::numeric));

create domain posting_kind as text CHECK ((VALUE = ANY (ARRAY['arrival'::text, 'completion'::text, 'reversal'::text, 'refund'::text, 'return'::text, 'sweep'::text, 'payout'::text, 'fee'::text, 'gas'::text, 'credit'::text, 'rounding'::text, 'route'::text, 'restored'::text, 'surplus'::text, 'cold'::text, 'refill'::text])));

create table alarms (
  alarm_id text not null,
  subject text not null,
  told_at timestamp with time zone,
  raised_at timestamp with time zone not null,
  over_at timestamp with time zone,
  constraint alarms_pkey PRIMARY KEY (alarm_id)
);

create table announcement_recipients (
  announcement_id text not null,
  merchant_id text not null,
  email_id text not null,
  constraint announcement_recipients_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES announcements(announcement_id),
  constraint announcement_recipients_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint announcement_recipients_pkey PRIMARY KEY (announcement_id, merchant_id)
);

create table announcements (
  announcement_id text not null,
  digest bytea not null,
  subject text not null,
  body text not null,
  created_at timestamp with time zone not null,
  constraint announcements_body_check CHECK (((octet_length(body) >= 1) AND (octet_length(body) <= 102400))),
  constraint announcements_digest_key UNIQUE (digest),
  constraint announcements_pkey PRIMARY KEY (announcement_id),
  constraint announcements_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 150)))
);

create table api_keys (
  key_id text not null,
  merchant_id text not null,
  environment environment not null,
  kind text not null,
  key_hash bytea not null,
  hint text not null,
  name text,
  allowed_ips text[],
  permissions text[],
  any_address boolean not null default false,
  strict boolean not null default false,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_kind_check CHECK ((kind = ANY (ARRAY['secret'::text, 'publishable'::text]))),
  constraint api_keys_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint api_keys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint api_keys_pkey PRIMARY KEY (key_id, merchant_id)
);
CREATE INDEX api_keys_by_merchant ON public.api_keys USING btree (merchant_id, key_id);

create table approval_rules (
  merchant_id text not null,
  action text not null,
  above_minor bigint not null,
  constraint approval_rules_above_minor_check CHECK ((above_minor >= 0)),
  constraint approval_rules_action_check CHECK ((action = ANY (ARRAY['wallet'::text, 'address'::text, 'payout'::text, 'key'::text]))),
  constraint approval_rules_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint approval_rules_pkey PRIMARY KEY (merchant_id, action)
);

create table approvals (
  approval_id text not null,
  merchant_id text not null,
  action text not null,
  params jsonb not null,
  worth_minor bigint,
  state text not null,
  asked_by_id text not null,
  asked_by text not null,
  asked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_by text,
  decided_at timestamp with time zone,
  reason text,
  constraint approvals_action_check CHECK ((action = ANY (ARRAY['wallet'::text, 'address'::text, 'payout'::text, 'key'::text, 'rules'::text, 'members'::text]))),
  constraint approvals_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint approvals_pkey PRIMARY KEY (approval_id, merchant_id),
  constraint approvals_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'declined'::text, 'expired'::text, 'small'::text])))
);
CREATE INDEX approvals_by_merchant ON public.approvals USING btree (merchant_id, approval_id) WHERE (state <> 'small'::text);
CREATE INDEX approvals_expiry ON public.approvals USING btree (expires_at) WHERE (state = 'pending'::text);
CREATE INDEX approvals_of_day ON public.approvals USING btree (merchant_id, action, asked_at) WHERE (state = ANY (ARRAY['small'::text, 'approved'::text]));
CREATE UNIQUE INDEX approvals_pending ON public.approvals USING btree (merchant_id, action, params) WHERE (state = 'pending'::text);
CREATE INDEX approvals_small ON public.approvals USING btree (asked_at) WHERE (state = 'small'::text);

create table arrival_reversals (
  arrival_id text not null,
  payment_id text not null,
  merchant_id text not null,
  times integer not null,
  constraint arrival_reversals_arrival_id_fkey FOREIGN KEY (arrival_id) REFERENCES arrivals(arrival_id),
  constraint arrival_reversals_payment_id_merchant_id_fkey FOREIGN KEY (payment_id, merchant_id) REFERENCES payments(payment_id, merchant_id),
  constraint arrival_reversals_pkey PRIMARY KEY (arrival_id),
  constraint arrival_reversals_times_check CHECK ((times > 0))
);
CREATE INDEX arrival_reversals_by_payment ON public.arrival_reversals USING btree (payment_id, merchant_id);

create table arrival_uses (
  arrival_id text not null,
  payment_id text not null,
  merchant_id text not null,
  applied_units numeric(78,0) not null,
  fee_units numeric(78,0) not null default 0,
  unapplied_units numeric(78,0) not null,
  decided_at timestamp with time zone not null,
  reversed_at timestamp with time zone,
  constraint arrival_uses_applied_units_check CHECK ((applied_units >= (0)::numeric)),
  constraint arrival_uses_arrival_id_fkey FOREIGN KEY (arrival_id) REFERENCES arrivals(arrival_id),
  constraint arrival_uses_check CHECK (((fee_units >= (0)::numeric) AND (fee_units <= applied_units))),
  constraint arrival_uses_payment_id_merchant_id_fkey FOREIGN KEY (payment_id, merchant_id) REFERENCES payments(payment_id, merchant_id),
  constraint arrival_uses_pkey PRIMARY KEY (arrival_id),
  constraint arrival_uses_unapplied_units_check CHECK ((unapplied_units >= (0)::numeric))
);
CREATE INDEX arrival_uses_by_payment ON public.arrival_uses USING btree (payment_id, merchant_id);

create table arrivals (
  arrival_id text not null,
  chain text not null,
  kind text not null,
  identity text not null,
  token text,
  asset text,
  address text not null,
  account text,
  payer_address text,
  units numeric not null,
  tx_hash text,
  block_hash text not null,
  block_number bigint not null,
  block_time timestamp with time zone not null,
  log_index integer,
  waits_for_finalized boolean not null,
  state text not null,
  seen_at timestamp with time zone not null,
  confirmed_by text,
  denied_by text,
  sweep_id text,
  screening text,
  constraint arrivals_chain_block_hash_identity_key UNIQUE (chain, block_hash, identity),
  constraint arrivals_kind_check CHECK ((kind = ANY (ARRAY['log'::text, 'native'::text, 'balance'::text]))),
  constraint arrivals_pkey PRIMARY KEY (arrival_id),
  constraint arrivals_screening_check CHECK ((screening = ANY (ARRAY['hold'::text, 'refuse'::text]))),
  constraint arrivals_state_check CHECK ((state = ANY (ARRAY['seen'::text, 'final'::text, 'gone'::text]))),
  constraint arrivals_units_check CHECK ((units > (0)::numeric))
);
CREATE INDEX arrivals_address ON public.arrivals USING btree (chain, address);
CREATE INDEX arrivals_by_payer ON public.arrivals USING btree (payer_address) WHERE (payer_address IS NOT NULL);
CREATE INDEX arrivals_by_sweep ON public.arrivals USING btree (sweep_id) WHERE (sweep_id IS NOT NULL);
CREATE INDEX arrivals_gone ON public.arrivals USING btree (chain, block_number) WHERE (state = 'gone'::text);
CREATE INDEX arrivals_unfinal ON public.arrivals USING btree (chain, block_number) WHERE (state = 'seen'::text);
CREATE INDEX arrivals_unswept ON public.arrivals USING btree (chain, token, arrival_id) WHERE ((sweep_id IS NULL) AND (state = 'final'::text));

create table asked_payments (
  tx_hash text not null,
  token text not null,
  to_address text,
  units numeric(78,0) not null,
  slot bigint not null,
  keys text[] not null,
  constraint asked_payments_pkey PRIMARY KEY (tx_hash)
);

create table audit_log (
  audit_id text not null,
  merchant_id text not null,
  member_id text,
  member_email text,
  action text not null,
  resource_id text,
  environment environment,
  details json not null,
  request_id text,
  ip text not null,
  outcome text not null,
  created_at timestamp with time zone not null,
  constraint audit_log_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint audit_log_outcome_check CHECK ((outcome = ANY (ARRAY['attempted'::text, 'done'::text, 'refused'::text]))),
  constraint audit_log_pkey PRIMARY KEY (audit_id, merchant_id)
);
CREATE INDEX audit_log_by_merchant ON public.audit_log USING btree (merchant_id, audit_id) WHERE (outcome <> 'refused'::text);

create table authorizations (
  transfer_id text not null,
  payment_id text not null,
  merchant_id text not null,
  chain text not null,
  contract text not null,
  from_address text not null,
  nonce text not null,
  valid_after numeric(78,0) not null,
  valid_before numeric(78,0) not null,
  signature text not null,
  settled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint authorizations_nonce UNIQUE (chain, contract, from_address, nonce),
  constraint authorizations_payment_id_merchant_id_fkey FOREIGN KEY (payment_id, merchant_id) REFERENCES payments(payment_id, merchant_id),
  constraint authorizations_pkey PRIMARY KEY (transfer_id),
  constraint authorizations_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(transfer_id)
);
CREATE INDEX authorizations_by_payer ON public.authorizations USING btree (from_address, created_at);
CREATE INDEX authorizations_by_payment ON public.authorizations USING btree (payment_id, merchant_id);

create table chain_blocks (
  chain text not null,
  number bigint not null,
  hash text not null,
  block_time timestamp with time zone not null,
  constraint chain_blocks_pkey PRIMARY KEY (chain, number)
);

create table chain_cursors (
  chain text not null,
  number bigint,
  hash text,
  block_time timestamp with time zone,
  moved_at timestamp with time zone,
  stands_because text,
  final_number bigint not null default 0,
  finalized_number bigint not null default 0,
  version bigint not null default 0,
  fence bigint not null default 0,
  lease_holder text,
  lease_until timestamp with time zone,
  answered_at timestamp with time zone,
  head_number bigint,
  head_time timestamp with time zone,
  halted_at timestamp with time zone,
  halted_reason text,
  constraint chain_cursors_pkey PRIMARY KEY (chain)
);

create table chain_status (
  chain text not null,
  checked_at timestamp with time zone not null,
  problem text,
  off_since timestamp with time zone,
  sweep_units numeric(78,0),
  least_native numeric(78,0),
  hot_owner text,
  constraint chain_status_pkey PRIMARY KEY (chain)
);

create table cold_addresses (
  address text not null,
  added_at timestamp with time zone not null,
  known_slot bigint,
  read_slot bigint,
  constraint cold_addresses_pkey PRIMARY KEY (address)
);

create table cold_status (
  chain text not null,
  address text,
  problem text,
  refill text,
  hot_usd numeric(78,0),
  noted_at timestamp with time zone not null,
  constraint cold_status_pkey PRIMARY KEY (chain)
);

create table contested_transactions (
  tx_hash text not null,
  account text not null,
  slot bigint not null,
  block_time timestamp with time zone not null,
  mint text,
  token text,
  units numeric(78,0) not null,
  payer_address text,
  addresses text[] not null,
  found_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_for text,
  constraint contested_transactions_check CHECK (((decided_at IS NULL) = (decided_for IS NULL))),
  constraint contested_transactions_pkey PRIMARY KEY (tx_hash, account)
);
CREATE INDEX contested_transactions_open ON public.contested_transactions USING btree (found_at) WHERE (decided_at IS NULL);

create table deliveries (
  delivery_id text not null,
  event_id text not null,
  endpoint_id text not null,
  merchant_id text not null,
  environment environment not null,
  event_type text not null,
  is_test boolean not null default false,
  created_at timestamp with time zone not null,
  constraint deliveries_pkey PRIMARY KEY (delivery_id, merchant_id)
) partition by RANGE (delivery_id);
create table deliveries_rest partition of deliveries DEFAULT;
CREATE INDEX deliveries_by_endpoint ON ONLY public.deliveries USING btree (endpoint_id, delivery_id);

create table delivery_attempts (
  attempt_id text not null,
  delivery_id text not null,
  merchant_id text not null,
  attempt smallint not null,
  http_status smallint,
  response_body text,
  latency_ms integer not null,
  error text,
  attempted_at timestamp with time zone not null,
  constraint delivery_attempts_pkey PRIMARY KEY (delivery_id, attempt_id, merchant_id)
) partition by RANGE (delivery_id);
create table delivery_attempts_rest partition of delivery_attempts DEFAULT;

create table departures (
  chain text not null,
  block_hash text not null,
  identity text not null,
  address text not null,
  account text,
  units numeric not null,
  block_number bigint not null,
  gone boolean not null default false,
  constraint departures_pkey PRIMARY KEY (chain, block_hash, identity),
  constraint departures_units_check CHECK ((units > (0)::numeric))
);
CREATE INDEX departures_address ON public.departures USING btree (chain, address);
CREATE INDEX departures_block ON public.departures USING btree (chain, block_number) WHERE (NOT gone);

create table deposits (
  deposit_id text not null,
  payment_id text not null,
  merchant_id text not null,
  environment environment not null,
  chain text not null,
  token text not null,
  token_units numeric(78,0) not null,
  tolerance_units numeric(78,0) not null default 0,
  address text not null,
  choice integer,
  usd_per_token numeric(18,8),
  usd_per_currency numeric(18,8),
  quote_sources text,
  quoted_at timestamp with time zone,
  quote_expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint deposits_check CHECK (((tolerance_units >= (0)::numeric) AND (tolerance_units < token_units))),
  constraint deposits_deposit_id_merchant_id_key UNIQUE (deposit_id, merchant_id),
  constraint deposits_payment_id_merchant_id_fkey FOREIGN KEY (payment_id, merchant_id) REFERENCES payments(payment_id, merchant_id),
  constraint deposits_pkey PRIMARY KEY (payment_id, merchant_id, chain, token),
  constraint deposits_token_units_check CHECK ((token_units > (0)::numeric)),
  constraint deposits_usd_per_currency_check CHECK ((usd_per_currency > (0)::numeric)),
  constraint deposits_usd_per_token_check CHECK ((usd_per_token > (0)::numeric))
);
CREATE INDEX deposits_address_search ON public.deposits USING btree (lower(address), merchant_id, environment);
CREATE INDEX deposits_by_address ON public.deposits USING btree (address) WHERE ((environment)::text = 'live'::text);

create table due_rescans (
  chain text not null,
  block_number bigint not null,
  due_at timestamp with time zone not null,
  constraint due_rescans_pkey PRIMARY KEY (chain, block_number)
);

create table earlier_quotes (
  payment_id text not null,
  merchant_id text not null,
  chain text not null,
  token text not null,
  token_units numeric(78,0) not null,
  usd_per_token numeric(18,8),
  usd_per_currency numeric(18,8),
  quote_sources text,
  quoted_at timestamp with time zone not null,
  quote_expires_at timestamp with time zone not null,
  constraint earlier_quotes_payment_id_merchant_id_chain_token_fkey FOREIGN KEY (payment_id, merchant_id, chain, token) REFERENCES deposits(payment_id, merchant_id, chain, token),
  constraint earlier_quotes_pkey PRIMARY KEY (payment_id, merchant_id, chain, token, quoted_at)
);

create table email_quotas (
  merchant_id text not null,
  quota text not null,
  day date not null,
  used integer not null,
  constraint email_quotas_pkey PRIMARY KEY (merchant_id, quota, day)
);
CREATE INDEX email_quotas_by_day ON public.email_quotas USING btree (day);

create table email_verifications (
  token_hash bytea not null,
  merchant_id text not null,
  member_id text not null,
  expires_at timestamp with time zone not null,
  constraint email_verifications_member_id_merchant_id_fkey FOREIGN KEY (member_id, merchant_id) REFERENCES members(member_id, merchant_id) ON DELETE CASCADE,
  constraint email_verifications_pkey PRIMARY KEY (token_hash, merchant_id)
);
CREATE INDEX email_verifications_by_member ON public.email_verifications USING btree (member_id, merchant_id);
CREATE INDEX email_verifications_expiry ON public.email_verifications USING btree (expires_at);

create table emails (
  email_id text not null,
  merchant_id text not null,
  environment environment,
  kind text not null,
  urgency smallint not null generated always as ( CASE WHEN (kind = ANY (ARRAY['password_reset'::text, 'invitation'::text])) THEN 1 WHEN (kind = 'announcement'::text) THEN 3 ELSE 2 END) stored,
  resource_id text not null,
  to_address text not null,
  message json not null,
  status text not null,
  attempts smallint not null default 0,
  next_attempt_at timestamp with time zone,
  leased_until timestamp with time zone,
  last_error text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint emails_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint emails_of_customers CHECK (((environment IS NOT NULL) OR (kind <> ALL (ARRAY['invoice'::text, 'invoice_paid'::text, 'refund_completed'::text])))),
  constraint emails_pkey PRIMARY KEY (email_id, merchant_id),
  constraint emails_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])))
);
CREATE INDEX emails_by_merchant ON public.emails USING btree (merchant_id, environment, email_id);
CREATE INDEX emails_by_status ON public.emails USING btree (merchant_id, environment, status, email_id);
CREATE INDEX emails_due ON public.emails USING btree (next_attempt_at) WHERE (status = 'queued'::text);
CREATE INDEX emails_turns ON public.emails USING btree (urgency, merchant_id, next_attempt_at, email_id) WHERE (status = 'queued'::text);

create table events (
  event_id text not null,
  merchant_id text not null,
  environment environment not null,
  type text not null,
  resource_id text not null,
  body text not null,
  created_at timestamp with time zone not null,
  constraint events_pkey PRIMARY KEY (event_id, merchant_id)
) partition by RANGE (event_id);
create table events_rest partition of events DEFAULT;
CREATE INDEX events_by_merchant ON ONLY public.events USING btree (merchant_id, environment, event_id);
CREATE INDEX events_by_resource ON ONLY public.events USING btree (resource_id, event_id);

create table exchange_addresses (
  address text not null,
  name text,
  added_at timestamp with time zone not null,
  constraint exchange_addresses_pkey PRIMARY KEY (address)
);

create table former_members (
  member_id text not null,
  merchant_id text not null,
  email text not null,
  role text not null,
  locale text,
  password_hash text not null,
  totp_secret bytea,
  totp_secret_key_id text,
  totp_confirmed_at timestamp with time zone,
  recovery_codes bytea[] not null,
  passkeys jsonb not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  undo_hash bytea not null,
  constraint former_members_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint former_members_pkey PRIMARY KEY (member_id, merchant_id),
  constraint former_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'approver'::text]))),
  constraint former_members_undo_hash_key UNIQUE (undo_hash)
);
CREATE INDEX former_members_by_merchant ON public.former_members USING btree (merchant_id);
CREATE INDEX former_members_ended ON public.former_members USING btree (ended_at);

create table former_treasuries (
  address text not null,
  left_at timestamp with time zone not null,
  constraint former_treasuries_pkey PRIMARY KEY (address)
);

create table gas_levels (
  chain text not null,
  is_low boolean not null,
  noted_at timestamp with time zone not null,
  units numeric(78,0),
  transfers_left bigint,
  constraint gas_levels_pkey PRIMARY KEY (chain)
);

create table history_marks (
  account text not null,
  signature text,
  slot bigint,
  units numeric,
  constraint history_marks_pkey PRIMARY KEY (account)
);

create table idempotency_keys (
  merchant_id text not null,
  environment environment not null,
  idempotency_key text not null,
  fingerprint bytea not null,
  response_status smallint not null,
  response_body text not null,
  expires_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (merchant_id, environment, idempotency_key)
);
CREATE INDEX idempotency_keys_expiry ON public.idempotency_keys USING btree (expires_at);

create table invitations (
  member_id text not null,
  merchant_id text not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint invitations_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint invitations_pkey PRIMARY KEY (member_id, merchant_id),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'developer'::text, 'finance'::text, 'approver'::text, 'viewer'::text]))),
  constraint invitations_token_hash_key UNIQUE (token_hash)
);
CREATE UNIQUE INDEX invitations_email ON public.invitations USING btree (merchant_id, lower(email));

create table invoice_counters (
  merchant_id text not null,
  environment environment not null,
  last_number bigint not null,
  constraint invoice_counters_pkey PRIMARY KEY (merchant_id, environment)
);

create table invoice_lines (
  invoice_id text not null,
  merchant_id text not null,
  "position" smallint not null,
  description text not null,
  quantity numeric(13,6) not null,
  unit_price_minor bigint not null,
  amount_minor bigint not null,
  constraint invoice_lines_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint invoice_lines_invoice_id_merchant_id_fkey FOREIGN KEY (invoice_id, merchant_id) REFERENCES invoices(invoice_id, merchant_id),
  constraint invoice_lines_pkey PRIMARY KEY (invoice_id, merchant_id, "position"),
  constraint invoice_lines_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint invoice_lines_unit_price_minor_check CHECK ((unit_price_minor >= 0))
);

create table invoices (
  invoice_id text not null,
  merchant_id text not null,
  environment environment not null,
  status text not null,
  invoice_number text not null,
  numbered bigint,
  number_generated boolean not null,
  currency text not null,
  subtotal_minor bigint not null,
  tax_rate numeric(7,6) not null,
  tax_amount_minor bigint not null,
  amount_minor bigint not null,
  seller_name text,
  seller_address text,
  seller_tax_id text,
  customer_email text,
  customer_name text,
  customer_address text,
  customer_tax_id text,
  memo text,
  due_date date not null,
  metadata json not null,
  accepted_chains text[],
  accepted_tokens text[],
  created_at timestamp with time zone not null,
  voided_at timestamp with time zone,
  paid_at timestamp with time zone,
  payment_id text,
  chain text,
  token text,
  constraint invoices_check CHECK (((amount_minor > 0) AND (amount_minor = (subtotal_minor + tax_amount_minor)))),
  constraint invoices_check1 CHECK (((status = 'draft'::text) OR (seller_name IS NOT NULL))),
  constraint invoices_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'EUR'::text, 'GBP'::text, 'CAD'::text, 'AUD'::text]))),
  constraint invoices_invoice_number_check CHECK (((char_length(invoice_number) >= 1) AND (char_length(invoice_number) <= 50))),
  constraint invoices_pkey PRIMARY KEY (invoice_id, merchant_id),
  constraint invoices_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'open'::text, 'paid'::text, 'expired'::text, 'void'::text]))),
  constraint invoices_subtotal_minor_check CHECK ((subtotal_minor >= 0)),
  constraint invoices_tax_amount_minor_check CHECK ((tax_amount_minor >= 0)),
  constraint invoices_tax_rate_check CHECK (((tax_rate >= (0)::numeric) AND (tax_rate <= (1)::numeric)))
);
CREATE INDEX invoices_by_customer ON public.invoices USING btree (merchant_id, environment, customer_email, invoice_id) WHERE (customer_email IS NOT NULL);
CREATE INDEX invoices_by_merchant ON public.invoices USING btree (merchant_id, environment, invoice_id);
CREATE INDEX invoices_by_status ON public.invoices USING btree (merchant_id, environment, status, invoice_id);
CREATE INDEX invoices_email_search ON public.invoices USING btree (merchant_id, environment, lower(customer_email) text_pattern_ops) WHERE (customer_email IS NOT NULL);
CREATE UNIQUE INDEX invoices_generated_number ON public.invoices USING btree (merchant_id, environment, numbered) WHERE number_generated;
CREATE INDEX invoices_number_search ON public.invoices USING btree (merchant_id, environment, lower(invoice_number) text_pattern_ops);
CREATE INDEX invoices_numbered ON public.invoices USING btree (merchant_id, environment, numbered) WHERE (numbered IS NOT NULL);
CREATE INDEX invoices_to_expire ON public.invoices USING btree (due_date) WHERE (status = 'open'::text);

create table ledger_accounts (
  account_id uuid not null generated always as (ledger_account_id((environment)::text, kind, merchant_id, chain, token)) stored,
  environment environment not null,
  kind text not null,
  merchant_id text,
  chain text not null,
  token text not null,
  constraint ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['deposit_address'::text, 'vault'::text, 'treasury'::text, 'gas'::text, 'in_transit'::text, 'refunding'::text, 'merchant_balance'::text, 'unapplied'::text, 'fee_income'::text, 'gas_cost'::text, 'rounding'::text, 'trading'::text, 'outside'::text, 'operator'::text, 'cold'::text]))),
  constraint ledger_accounts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint ledger_accounts_pkey PRIMARY KEY (account_id)
);
CREATE INDEX ledger_accounts_by_merchant ON public.ledger_accounts USING btree (merchant_id, environment) WHERE (merchant_id IS NOT NULL);
CREATE INDEX ledger_accounts_own ON public.ledger_accounts USING btree (environment, chain, token) WHERE (merchant_id IS NULL);
CREATE TRIGGER ledger_accounts_keep BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

create table ledger_balances (
  account_id uuid not null,
  units numeric(78,0) not null,
  constraint ledger_balances_pkey PRIMARY KEY (account_id)
);
CREATE INDEX ledger_balances_positive ON public.ledger_balances USING btree (account_id) WHERE (units > (0)::numeric);

create table ledger_changes (
  change_id bigint not null,
  account_id uuid not null,
  other_account_id uuid,
  units numeric(78,0) not null,
  constraint ledger_changes_pkey PRIMARY KEY (change_id)
);
CREATE INDEX ledger_changes_by_account ON public.ledger_changes USING btree (account_id);
CREATE INDEX ledger_changes_by_other_account ON public.ledger_changes USING btree (other_account_id);

create table ledger_entries (
  source text not null,
  kind posting_kind not null,
  environment environment not null,
  line smallint not null,
  account_id uuid not null,
  other_account_id uuid,
  units moved_units not null,
  posted_at timestamp with time zone not null,
  constraint ledger_entries_pkey PRIMARY KEY (source, kind, environment, line)
);
CREATE INDEX ledger_entries_by_account ON public.ledger_entries USING btree (account_id, posted_at);
CREATE TRIGGER ledger_entries_add AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_add_entries();
CREATE TRIGGER ledger_entries_keep BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

create table ledger_reconciliations (
  chain text not null,
  due_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  block_number bigint,
  block_time timestamp with time zone,
  payouts_stopped_at timestamp with time zone,
  differences json not null default '[]'::json,
  turn_after text not null default ''::text,
  turn_at timestamp with time zone,
  constraint ledger_reconciliations_pkey PRIMARY KEY (chain)
);

create table master_keys (
  key_id text not null,
  canary bytea,
  created_at timestamp with time zone not null default now(),
  abandoned_at timestamp with time zone,
  constraint master_keys_check CHECK (((canary IS NOT NULL) OR (abandoned_at IS NOT NULL))),
  constraint master_keys_pkey PRIMARY KEY (key_id)
);

create table member_addresses (
  member_id text not null,
  merchant_id text not null,
  address text not null,
  last_used_at timestamp with time zone not null,
  constraint member_addresses_member_id_merchant_id_fkey FOREIGN KEY (member_id, merchant_id) REFERENCES members(member_id, merchant_id) ON DELETE CASCADE,
  constraint member_addresses_pkey PRIMARY KEY (member_id, merchant_id, address)
);

create table members (
  member_id text not null,
  merchant_id text not null,
  email text not null,
  password_hash text not null,
  role text not null,
  totp_secret bytea,
  totp_secret_key_id text,
  totp_confirmed_at timestamp with time zone,
  totp_last_step bigint,
  notify_payments boolean,
  notify_payouts boolean,
  notify_refunds boolean,
  notify_endpoints boolean,
  notify_test boolean not null default false,
  locale text,
  hides_checklist boolean not null default false,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone,
  restored_at timestamp with time zone,
  role_since timestamp with time zone,
  constraint members_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint members_pkey PRIMARY KEY (member_id, merchant_id),
  constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'developer'::text, 'finance'::text, 'approver'::text, 'viewer'::text])))
);
CREATE INDEX members_by_merchant ON public.members USING btree (merchant_id, member_id);
CREATE UNIQUE INDEX members_email ON public.members USING btree (lower(email));

create table merchant_logos (
  merchant_id text not null,
  content_type text not null,
  bytes bytea not null,
  digest text not null,
  created_at timestamp with time zone not null,
  constraint merchant_logos_bytes_check CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 262144))),
  constraint merchant_logos_content_type_check CHECK ((content_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text]))),
  constraint merchant_logos_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint merchant_logos_pkey PRIMARY KEY (merchant_id)
);
CREATE UNIQUE INDEX merchant_logos_digest ON public.merchant_logos USING btree (digest, merchant_id);

create table merchants (
  merchant_id text not null,
  name text not null,
  email text not null,
  email_verified_at timestamp with time zone default now(),
  status text not null default 'active'::text,
  support_email text,
  support_url text,
  address text,
  tax_id text,
  accent_color text,
  default_accepted_chains text[],
  default_accepted_tokens text[],
  simulated_customer boolean not null default true,
  tolerance_bps smallint not null default 50,
  fee_bps smallint not null default 0,
  refund_fees text not null default 'returned'::text,
  sum_by_payer boolean not null default false,
  max_usd_minor bigint,
  created_at timestamp with time zone not null,
  constraint merchants_accent_color_check CHECK ((accent_color ~ '^#[0-9a-f]{6}$'::text)),
  constraint merchants_default_accepted_chains_check CHECK ((cardinality(default_accepted_chains) > 0)),
  constraint merchants_default_accepted_tokens_check CHECK ((cardinality(default_accepted_tokens) > 0)),
  constraint merchants_fee_bps_check CHECK (((fee_bps >= 0) AND (fee_bps <= 1000))),
  constraint merchants_max_usd_minor_check CHECK ((max_usd_minor >= 50)),
  constraint merchants_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint merchants_pkey PRIMARY KEY (merchant_id),
  constraint merchants_refund_fees_check CHECK ((refund_fees = ANY (ARRAY['returned'::text, 'kept'::text]))),
  constraint merchants_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text]))),
  constraint merchants_support_url_check CHECK (((char_length(support_url) >= 1) AND (char_length(support_url) <= 2048))),
  constraint merchants_tolerance_bps_check CHECK (((tolerance_bps >= 0) AND (tolerance_bps <= 500)))
);

create table migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  works_with text,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table node_disputes (
  chain text not null,
  found text not null,
  since timestamp with time zone not null,
  constraint node_disputes_pkey PRIMARY KEY (chain)
);

create table notice_digests (
  merchant_id text not null,
  environment environment not null,
  kind text not null,
  day date not null,
  currency text not null,
  count bigint not null,
  amount_minor bigint not null,
  constraint notice_digests_kind_check CHECK ((kind = ANY (ARRAY['payment_received'::text, 'payout_sent'::text, 'refund_waiting'::text, 'endpoint_failing'::text]))),
  constraint notice_digests_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint notice_digests_pkey PRIMARY KEY (merchant_id, environment, kind, day, currency)
);

create table notices (
  notice_id text not null,
  merchant_id text not null,
  environment environment not null,
  kind text not null,
  content json not null,
  created_at timestamp with time zone not null,
  constraint notices_kind_check CHECK ((kind = ANY (ARRAY['payment_received'::text, 'payout_sent'::text, 'refund_waiting'::text, 'endpoint_failing'::text]))),
  constraint notices_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint notices_pkey PRIMARY KEY (notice_id, merchant_id)
);

create table operator_wallet (
  only_one boolean not null default true,
  evm_operator text not null,
  evm_next_operator text,
  evm_first_operator text not null,
  evm_vault text not null,
  file_account text not null,
  file_seen_at timestamp with time zone,
  evm_settler text not null,
  solana_treasury text not null,
  solana_next_treasury text,
  solana_fee_payer text not null,
  solana_trader text not null,
  created_at timestamp with time zone not null,
  constraint operator_wallet_only_one_check CHECK (only_one),
  constraint operator_wallet_pkey PRIMARY KEY (only_one)
);

create table passkey_challenges (
  challenge bytea not null,
  purpose text not null,
  merchant_id text,
  session_id text,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_check CHECK (((purpose = 'sign_in'::text) = (session_id IS NULL))),
  constraint passkey_challenges_pkey PRIMARY KEY (challenge),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'sign_in'::text, 'confirm'::text]))),
  constraint passkey_challenges_session_id_merchant_id_fkey FOREIGN KEY (session_id, merchant_id) REFERENCES sessions(session_id, merchant_id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_by_session ON public.passkey_challenges USING btree (session_id, merchant_id);
CREATE INDEX passkey_challenges_expiry ON public.passkey_challenges USING btree (expires_at);

create table passkeys (
  passkey_id text not null,
  merchant_id text not null,
  member_id text not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_member_id_merchant_id_fkey FOREIGN KEY (member_id, merchant_id) REFERENCES members(member_id, merchant_id) ON DELETE CASCADE,
  constraint passkeys_pkey PRIMARY KEY (passkey_id, merchant_id)
);
CREATE INDEX passkeys_by_member ON public.passkeys USING btree (member_id, merchant_id);

create table password_resets (
  token_hash bytea not null,
  merchant_id text not null,
  member_id text not null,
  expires_at timestamp with time zone not null,
  constraint password_resets_member_id_merchant_id_fkey FOREIGN KEY (member_id, merchant_id) REFERENCES members(member_id, merchant_id) ON DELETE CASCADE,
  constraint password_resets_pkey PRIMARY KEY (token_hash, merchant_id)
);
CREATE INDEX password_resets_by_member ON public.password_resets USING btree (member_id, merchant_id);
CREATE INDEX password_resets_expiry ON public.password_resets USING btree (expires_at);

create table payment_link_payments (
  payment_id text not null,
  merchant_id text not null,
  environment environment not null,
  payment_link_id text not null,
  opener_origin text,
  network_digest text,
  constraint payment_link_payments_payment_link_id_merchant_id_fkey FOREIGN KEY (payment_link_id, merchant_id) REFERENCES payment_links(payment_link_id, merchant_id),
  constraint payment_link_payments_pkey PRIMARY KEY (payment_id, merchant_id)
);
CREATE INDEX payment_link_payments_by_link ON public.payment_link_payments USING btree (merchant_id, payment_link_id, payment_id);

create table payment_links (
  payment_link_id text not null,
  merchant_id text not null,
  environment environment not null,
  kind text not null,
  status text not null,
  name text not null,
  currency text not null,
  amount_minor bigint,
  minimum_minor bigint,
  maximum_minor bigint,
  suggested_minor bigint,
  description text,
  metadata json not null,
  redirect_url text,
  cancel_url text,
  expiration_minutes integer,
  accepted_chains text[],
  accepted_tokens text[],
  max_payments integer,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint payment_links_amount_minor_check CHECK ((amount_minor > 0)),
  constraint payment_links_check CHECK ((maximum_minor >= minimum_minor)),
  constraint payment_links_check1 CHECK (((suggested_minor >= COALESCE(minimum_minor, (1)::bigint)) AND (suggested_minor <= COALESCE(maximum_minor, suggested_minor)))),
  constraint payment_links_check2 CHECK (((amount_minor IS NULL) OR (COALESCE(minimum_minor, maximum_minor, suggested_minor) IS NULL))),
  constraint payment_links_check3 CHECK (((kind = 'link'::text) OR ((amount_minor IS NOT NULL) AND (max_payments IS NULL) AND (expires_at IS NULL)))),
  constraint payment_links_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'EUR'::text, 'GBP'::text, 'CAD'::text, 'AUD'::text]))),
  constraint payment_links_expiration_minutes_check CHECK (((expiration_minutes >= 5) AND (expiration_minutes <= 1440))),
  constraint payment_links_kind_check CHECK ((kind = ANY (ARRAY['link'::text, 'button'::text]))),
  constraint payment_links_max_payments_check CHECK (((max_payments >= 1) AND (max_payments <= 10000))),
  constraint payment_links_minimum_minor_check CHECK ((minimum_minor > 0)),
  constraint payment_links_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint payment_links_pkey PRIMARY KEY (payment_link_id, merchant_id),
  constraint payment_links_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX payment_links_by_merchant ON public.payment_links USING btree (merchant_id, environment, kind, payment_link_id);
CREATE INDEX payment_links_by_status ON public.payment_links USING btree (merchant_id, environment, kind, status, payment_link_id);

create table payment_marks (
  chain text not null,
  block_number bigint,
  constraint payment_marks_pkey PRIMARY KEY (chain)
);

create table payment_reversals (
  payment_id text not null,
  merchant_id text not null,
  chain text not null,
  token text not null,
  token_units numeric(78,0) not null,
  reversed_at timestamp with time zone not null,
  constraint payment_reversals_payment_id_merchant_id_fkey FOREIGN KEY (payment_id, merchant_id) REFERENCES payments(payment_id, merchant_id),
  constraint payment_reversals_pkey PRIMARY KEY (payment_id, merchant_id, reversed_at),
  constraint payment_reversals_token_units_check CHECK ((token_units > (0)::numeric))
);

create table payments (
  payment_id text not null,
  merchant_id text not null,
  environment environment not null,
  status text not null,
  amount_minor bigint not null,
  currency text not null,
  description text,
  metadata json not null,
  redirect_url text,
  cancel_url text,
  accepted_chains text[] not null,
  accepted_tokens text[] not null,
  customer_email text,
  email_from_checkout boolean not null default false,
  reference_id text,
  locale text,
  locale_is_customers boolean not null default false,
  invoice_id text,
  retried_from text,
  purpose text,
  exact_units numeric(78,0),
  expires_at timestamp with time zone not null,
  customer_due_at timestamp with time zone,
  look_at timestamp with time zone,
  set_aside_at timestamp with time zone,
  created_at timestamp with time zone not null,
  detected_at timestamp with time zone,
  completed_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  chain text,
  token text,
  token_units numeric(78,0),
  tx_hash text,
  payer_address text,
  failure_reason text,
  failure_message text,
  fee_bps smallint,
  refunded_minor bigint not null default 0,
  refunded_units numeric(78,0) not null default 0,
  constraint payments_amount_minor_check CHECK ((amount_minor > 0)),
  constraint payments_cancelled_expired CHECK (((cancelled_at IS NULL) OR (status = 'expired'::text))),
  constraint payments_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'EUR'::text, 'GBP'::text, 'CAD'::text, 'AUD'::text]))),
  constraint payments_exact_units_check CHECK ((exact_units > (0)::numeric)),
  constraint payments_pkey PRIMARY KEY (payment_id, merchant_id),
  constraint payments_purpose_check CHECK ((purpose = 'top_up'::text)),
  constraint payments_refunded_minor CHECK (((refunded_minor >= 0) AND (refunded_minor <= amount_minor))),
  constraint payments_refunded_units CHECK (((refunded_units >= (0)::numeric) AND (refunded_units <= COALESCE(token_units, (0)::numeric)))),
  constraint payments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'failed'::text, 'expired'::text, 'refunded'::text, 'partially_refunded'::text])))
);
CREATE INDEX payments_amount_search ON public.payments USING btree (merchant_id, environment, amount_minor, payment_id) WHERE (status <> 'pending'::text);
CREATE INDEX payments_awaiting_customer ON public.payments USING btree (customer_due_at) WHERE (customer_due_at IS NOT NULL);
CREATE INDEX payments_by_chain ON public.payments USING btree (merchant_id, environment, chain, payment_id) WHERE (chain IS NOT NULL);
CREATE INDEX payments_by_currency ON public.payments USING btree (merchant_id, environment, currency, payment_id) WHERE (currency <> 'USD'::text);
CREATE INDEX payments_by_merchant ON public.payments USING btree (merchant_id, environment, payment_id);
CREATE INDEX payments_by_status ON public.payments USING btree (merchant_id, environment, status, payment_id);
CREATE INDEX payments_by_token ON public.payments USING btree (merchant_id, environment, token, payment_id) WHERE (token IS NOT NULL);
CREATE INDEX payments_email_search ON public.payments USING btree (merchant_id, environment, lower(customer_email) text_pattern_ops) WHERE (customer_email IS NOT NULL);
CREATE INDEX payments_payer_search ON public.payments USING btree (merchant_id, environment, lower(payer_address) text_pattern_ops) WHERE (payer_address IS NOT NULL);
CREATE UNIQUE INDEX payments_reference ON public.payments USING btree (merchant_id, environment, lower(reference_id) text_pattern_ops, reference_id, retried_from) NULLS NOT DISTINCT WHERE (reference_id IS NOT NULL);
CREATE UNIQUE INDEX payments_retried_from ON public.payments USING btree (retried_from, merchant_id) WHERE (retried_from IS NOT NULL);
CREATE INDEX payments_set_aside ON public.payments USING btree (set_aside_at) WHERE (set_aside_at IS NOT NULL);
CREATE INDEX payments_settled ON public.payments USING btree (merchant_id, environment, payment_id) INCLUDE (amount_minor, currency, chain, token, detected_at, completed_at) WHERE (status = ANY (ARRAY['completed'::text, 'partially_refunded'::text, 'refunded'::text]));
CREATE INDEX payments_to_look_at ON public.payments USING btree (look_at) WHERE (look_at IS NOT NULL);
CREATE INDEX payments_top_ups ON public.payments USING btree (merchant_id, environment, payment_id) WHERE (purpose IS NOT NULL);
CREATE INDEX payments_tx_search ON public.payments USING btree (merchant_id, environment, lower(tx_hash) text_pattern_ops) WHERE (tx_hash IS NOT NULL);
CREATE UNIQUE INDEX payments_under_way ON public.payments USING btree (invoice_id, merchant_id) WHERE ((invoice_id IS NOT NULL) AND (status = ANY (ARRAY['pending'::text, 'processing'::text])));

create table payout_steps (
  payout_id text not null,
  step smallint not null,
  kind text not null,
  chain text not null,
  token text not null,
  token_units numeric(78,0) not null,
  address text not null,
  transfer_id text,
  constraint payout_steps_kind_check CHECK ((kind = 'transfer'::text)),
  constraint payout_steps_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(payout_id),
  constraint payout_steps_pkey PRIMARY KEY (payout_id, step),
  constraint payout_steps_token_units_check CHECK ((token_units > (0)::numeric)),
  constraint payout_steps_transfer_id_key UNIQUE (transfer_id)
);
CREATE INDEX payout_steps_held ON public.payout_steps USING btree (payout_id) WHERE (transfer_id IS NULL);

create table payout_wallets (
  wallet_id text not null,
  merchant_id text not null,
  environment environment not null,
  family text not null,
  address text not null,
  created_at timestamp with time zone not null,
  holds_from timestamp with time zone not null,
  cancelled_at timestamp with time zone,
  member_email text,
  constraint payout_wallets_family_check CHECK ((family = ANY (ARRAY['evm'::text, 'solana'::text]))),
  constraint payout_wallets_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint payout_wallets_pkey PRIMARY KEY (wallet_id)
);
CREATE INDEX payout_wallets_by_merchant ON public.payout_wallets USING btree (merchant_id, environment, family, holds_from);

create table payouts (
  payout_id text not null,
  merchant_id text not null,
  environment environment not null,
  status text not null,
  initiator text not null,
  chain text not null,
  token text not null,
  token_units numeric(78,0) not null,
  address text not null,
  currency text not null,
  worth_minor bigint not null,
  covers_after timestamp with time zone,
  covers_until timestamp with time zone not null,
  tx_hash text,
  failure_reason text,
  failure_message text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint payouts_initiator_check CHECK ((initiator = ANY (ARRAY['schedule'::text, 'manual'::text]))),
  constraint payouts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint payouts_pkey PRIMARY KEY (payout_id),
  constraint payouts_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'failed'::text]))),
  constraint payouts_token_units_check CHECK ((token_units > (0)::numeric)),
  constraint payouts_worth_minor_check CHECK ((worth_minor >= 0))
);
CREATE INDEX payouts_by_balance ON public.payouts USING btree (merchant_id, environment, chain, token, covers_until);
CREATE INDEX payouts_by_merchant ON public.payouts USING btree (merchant_id, payout_id);
CREATE UNIQUE INDEX payouts_one_at_a_time ON public.payouts USING btree (merchant_id, environment, chain, token) WHERE (status = 'processing'::text);

create table rate_history (
  at timestamp with time zone not null,
  asset text not null,
  market numeric(18,8) not null,
  usd numeric(18,8) not null,
  constraint rate_history_pkey PRIMARY KEY (at, asset)
);

create table rate_rounds (
  only_one boolean not null default true,
  due_at timestamp with time zone not null,
  constraint rate_rounds_only_one_check CHECK (only_one),
  constraint rate_rounds_pkey PRIMARY KEY (only_one)
);

create table rates (
  asset text not null,
  at timestamp with time zone not null,
  market numeric(18,8),
  usd numeric(18,8),
  off text,
  sources text[] not null,
  answers json not null,
  constraint rates_check CHECK (((usd IS NOT NULL) OR (off IS NOT NULL))),
  constraint rates_market_check CHECK ((market > (0)::numeric)),
  constraint rates_pkey PRIMARY KEY (asset),
  constraint rates_usd_check CHECK ((usd > (0)::numeric))
);

create table recovery_codes (
  member_id text not null,
  merchant_id text not null,
  code_hash bytea not null,
  constraint recovery_codes_member_id_merchant_id_fkey FOREIGN KEY (member_id, merchant_id) REFERENCES members(member_id, merchant_id) ON DELETE CASCADE,
  constraint recovery_codes_pkey PRIMARY KEY (member_id, merchant_id, code_hash)
);

create table refund_addresses (
  refund_id text not null,
  merchant_id text not null,
  number integer not null,
  address text not null,
  given_by text not null,
  given_at timestamp with time zone not null,
  constraint refund_addresses_given_by_check CHECK ((given_by = ANY (ARRAY['merchant'::text, 'customer'::text]))),
  constraint refund_addresses_pkey PRIMARY KEY (refund_id, merchant_id, number),
  constraint refund_addresses_refund_id_merchant_id_fkey FOREIGN KEY (refund_id, merchant_id) REFERENCES refunds(refund_id, merchant_id)
);

create table refund_claims (
  token_hash bytea not null,
  merchant_id text not null,
  refund_id text,
  created_at timestamp with time zone not null,
  unapplied_id text,
  constraint refund_claims_check CHECK ((num_nonnulls(refund_id, unapplied_id) = 1)),
  constraint refund_claims_pkey PRIMARY KEY (token_hash, merchant_id),
  constraint refund_claims_refund_id_merchant_id_fkey FOREIGN KEY (refund_id, merchant_id) REFERENCES refunds(refund_id, merchant_id),
  constraint refund_claims_unapplied_id_merchant_id_fkey FOREIGN KEY (unapplied_id, merchant_id) REFERENCES unapplied_funds(unapplied_id, merchant_id)
);
CREATE INDEX refund_claims_by_age ON public.refund_claims USING btree (created_at);
CREATE INDEX refund_claims_by_fund ON public.refund_claims USING btree (unapplied_id, merchant_id);
CREATE INDEX refund_claims_by_refund ON public.refund_claims USING btree (refund_id, merchant_id);

create table refunds (
  refund_id text not null,
  merchant_id text not null,
  environment environment not null,
  payment_id text not null,
  status text not null,
  amount_minor bigint not null,
  currency text not null,
  chain text not null,
  token text not null,
  token_units numeric(78,0) not null,
  fee_units numeric(78,0) not null default 0,
  reason text,
  refunded_to text,
  claim_emailed boolean not null default false,
  is_held boolean not null default false,
  awaits_screening boolean not null default false,
  covered_at timestamp with time zone,
  tx_hash text,
  failure_reason text,
  failure_message text,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  check_at timestamp with time zone,
  constraint refunds_amount_minor_check CHECK ((amount_minor > 0)),
  constraint refunds_check CHECK (((fee_units >= (0)::numeric) AND (fee_units <= token_units))),
  constraint refunds_payment_id_merchant_id_fkey FOREIGN KEY (payment_id, merchant_id) REFERENCES payments(payment_id, merchant_id),
  constraint refunds_pkey PRIMARY KEY (refund_id, merchant_id),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'failed'::text]))),
  constraint refunds_token_units_check CHECK ((token_units > (0)::numeric))
);
CREATE INDEX refunds_by_merchant ON public.refunds USING btree (merchant_id, environment, refund_id);
CREATE INDEX refunds_by_payment ON public.refunds USING btree (payment_id, refund_id);
CREATE INDEX refunds_by_status ON public.refunds USING btree (merchant_id, environment, status, refund_id);
CREATE INDEX refunds_to_check ON public.refunds USING btree (check_at) WHERE (status = 'processing'::text);
CREATE INDEX refunds_tx_search ON public.refunds USING btree (merchant_id, environment, lower(tx_hash) text_pattern_ops) WHERE (tx_hash IS NOT NULL);
CREATE INDEX refunds_uncovered ON public.refunds USING btree (merchant_id, environment, chain, token, refund_id) WHERE ((status = 'processing'::text) AND (covered_at IS NULL));

create table request_bodies (
  request_id text not null,
  merchant_id text not null,
  environment environment not null,
  resource_id text,
  request_body text,
  response_body text,
  constraint request_bodies_pkey PRIMARY KEY (request_id, merchant_id)
) partition by RANGE (request_id);
create table request_bodies_rest partition of request_bodies DEFAULT;
CREATE INDEX request_bodies_by_merchant ON ONLY public.request_bodies USING btree (merchant_id, environment, request_id);

create table request_log (
  request_id text not null,
  merchant_id text not null,
  environment environment not null,
  key_id text,
  method text not null,
  path text not null,
  status smallint not null,
  latency_ms integer not null,
  error_code text,
  ip text not null,
  created_at timestamp with time zone not null,
  ignored_fields text[],
  constraint request_log_pkey PRIMARY KEY (request_id, merchant_id)
) partition by RANGE (request_id);
create table request_log_rest partition of request_log DEFAULT;
CREATE INDEX request_log_by_merchant ON ONLY public.request_log USING btree (merchant_id, environment, request_id);

create table route_refusals (
  merchant_id text not null,
  environment environment not null,
  chain text not null,
  token text not null,
  explanation text not null,
  refused_at timestamp with time zone not null,
  constraint route_refusals_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint route_refusals_pkey PRIMARY KEY (merchant_id, environment, chain, token)
);

create table route_steps (
  route_id text not null,
  environment environment not null default 'live'::text,
  step smallint not null,
  status text not null,
  provider text not null,
  chain text not null,
  token text not null,
  to_chain text not null,
  to_token text not null,
  token_units numeric(78,0),
  quote json not null,
  expected_units numeric(78,0) not null,
  fee_units numeric(78,0) not null,
  tries integer not null default 0,
  next_tries integer not null default 0,
  funded_at timestamp with time zone,
  call_hash text,
  called_at timestamp with time zone,
  arrived_units numeric(78,0),
  arrived_hash text,
  arrived_log integer,
  arrived_block bigint,
  ended_at timestamp with time zone,
  constraint route_steps_pkey PRIMARY KEY (route_id, step),
  constraint route_steps_provider_check CHECK ((provider = ANY (ARRAY['uniswap'::text, 'cctp'::text, 'lifi'::text]))),
  constraint route_steps_route_id_fkey FOREIGN KEY (route_id) REFERENCES routes(route_id),
  constraint route_steps_status_check CHECK ((status = ANY (ARRAY['planned'::text, 'funding'::text, 'funded'::text, 'approving'::text, 'calling'::text, 'called'::text, 'completed'::text, 'returning'::text, 'returned'::text]))),
  constraint route_steps_token_units_check CHECK ((token_units > (0)::numeric))
);
CREATE INDEX route_steps_arrived ON public.route_steps USING btree (to_chain, arrived_block) WHERE (arrived_block IS NOT NULL);
CREATE UNIQUE INDEX route_steps_at_operator ON public.route_steps USING btree (chain, token) WHERE (((environment)::text = 'live'::text) AND (status = ANY (ARRAY['funding'::text, 'funded'::text, 'approving'::text, 'calling'::text, 'returning'::text])));
CREATE UNIQUE INDEX route_steps_call ON public.route_steps USING btree (chain, call_hash) WHERE (call_hash IS NOT NULL);
CREATE UNIQUE INDEX route_steps_one_arrival ON public.route_steps USING btree (to_chain, arrived_hash, arrived_log) WHERE (arrived_log IS NOT NULL);
CREATE INDEX route_steps_under_way ON public.route_steps USING btree (to_chain, chain) WHERE (((environment)::text = 'live'::text) AND (status = ANY (ARRAY['calling'::text, 'called'::text, 'returning'::text])));

create table route_stops (
  kind text not null,
  name text not null,
  stopped_at timestamp with time zone not null,
  constraint route_stops_kind_check CHECK ((kind = ANY (ARRAY['provider'::text, 'chain'::text]))),
  constraint route_stops_pkey PRIMARY KEY (kind, name)
);

create table routes (
  route_id text not null,
  merchant_id text not null,
  environment environment not null,
  status text not null,
  initiator text not null default 'schedule'::text,
  chain text not null,
  token text not null,
  token_units numeric(78,0) not null,
  to_chain text not null,
  to_token text not null,
  expected_units numeric(78,0) not null,
  least_units numeric(78,0) not null,
  arrived_units numeric(78,0),
  currency text not null,
  worth_minor bigint not null,
  explanation text not null,
  covers_after timestamp with time zone,
  covers_until timestamp with time zone not null,
  problem text,
  failure_message text,
  due_at timestamp with time zone,
  unknown_since timestamp with time zone,
  late_at timestamp with time zone,
  created_at timestamp with time zone not null,
  resumed_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint routes_check CHECK (((status = 'processing'::text) = (due_at IS NOT NULL))),
  constraint routes_expected_units_check CHECK ((expected_units > (0)::numeric)),
  constraint routes_initiator_check CHECK ((initiator = ANY (ARRAY['schedule'::text, 'manual'::text]))),
  constraint routes_least_units_check CHECK ((least_units > (0)::numeric)),
  constraint routes_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint routes_pkey PRIMARY KEY (route_id),
  constraint routes_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'stuck'::text, 'completed'::text, 'failed'::text]))),
  constraint routes_token_units_check CHECK ((token_units > (0)::numeric)),
  constraint routes_worth_minor_check CHECK ((worth_minor >= 0))
);
CREATE INDEX routes_by_arrival ON public.routes USING btree (merchant_id, environment, to_chain, to_token, ended_at);
CREATE INDEX routes_by_balance ON public.routes USING btree (merchant_id, environment, chain, token, covers_until);
CREATE INDEX routes_due ON public.routes USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX routes_late ON public.routes USING btree (late_at) WHERE (late_at IS NOT NULL);
CREATE UNIQUE INDEX routes_one_at_a_time ON public.routes USING btree (merchant_id, environment, chain, token) WHERE (status = ANY (ARRAY['processing'::text, 'stuck'::text]));

create table rpc_use (
  chain text not null,
  host text not null,
  day date not null,
  calls bigint not null,
  errors bigint not null,
  last_problem text,
  last_problem_at timestamp with time zone,
  constraint rpc_use_pkey PRIMARY KEY (chain, host, day)
);

create table screenings (
  screening_id text not null,
  direction text not null,
  kind text not null,
  chain text not null,
  subject text not null,
  address text not null,
  token text not null,
  units numeric(78,0) not null,
  merchant_id text not null,
  resource_id text not null,
  tx_hash text,
  verdict text,
  reason text,
  decided_by text,
  attempts integer not null default 0,
  problem text,
  due_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  constraint screenings_decided_by_check CHECK ((decided_by = ANY (ARRAY['makers'::text, 'down'::text, 'operator'::text]))),
  constraint screenings_direction_chain_subject_address_token_units_key UNIQUE (direction, chain, subject, address, token, units),
  constraint screenings_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint screenings_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'return'::text, 'payout'::text]))),
  constraint screenings_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint screenings_pkey PRIMARY KEY (screening_id),
  constraint screenings_verdict_check CHECK ((verdict = ANY (ARRAY['ok'::text, 'hold'::text, 'refuse'::text])))
);
CREATE INDEX screenings_due ON public.screenings USING btree (due_at) WHERE (verdict IS NULL);
CREATE INDEX screenings_held ON public.screenings USING btree (screening_id) WHERE ((verdict IS DISTINCT FROM 'ok'::text) AND (decided_by IS DISTINCT FROM 'operator'::text));

create table search_stops (
  chain text not null,
  problem text not null,
  since timestamp with time zone not null,
  constraint search_stops_pkey PRIMARY KEY (chain)
);

create table sessions (
  session_id text not null,
  merchant_id text not null,
  member_id text not null,
  token_hash bytea not null,
  user_agent text,
  network text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sessions_member_id_merchant_id_fkey FOREIGN KEY (member_id, merchant_id) REFERENCES members(member_id, merchant_id) ON DELETE CASCADE,
  constraint sessions_pkey PRIMARY KEY (session_id, merchant_id),
  constraint sessions_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX sessions_by_member ON public.sessions USING btree (member_id, merchant_id);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);

create table settlement_settings (
  merchant_id text not null,
  environment environment not null,
  asset text not null default 'as_received'::text,
  asset_chain text,
  asset_token text,
  unroutable text not null default 'as_received'::text,
  schedule text not null,
  currency text not null default 'USD'::text,
  minimum_minor bigint not null default 0,
  reserve_minor bigint not null default 0,
  asked_at timestamp with time zone,
  due_at timestamp with time zone,
  constraint settlement_settings_asset_check CHECK ((asset = ANY (ARRAY['as_received'::text, 'routed'::text]))),
  constraint settlement_settings_asset_given_check CHECK (((asset = 'routed'::text) = ((asset_chain IS NOT NULL) AND (asset_token IS NOT NULL)))),
  constraint settlement_settings_check CHECK ((((schedule = 'manual'::text) AND (asked_at IS NULL)) = (due_at IS NULL))),
  constraint settlement_settings_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint settlement_settings_minimum_minor_check CHECK ((minimum_minor >= 0)),
  constraint settlement_settings_pkey PRIMARY KEY (merchant_id, environment),
  constraint settlement_settings_reserve_minor_check CHECK ((reserve_minor >= 0)),
  constraint settlement_settings_schedule_check CHECK ((schedule = ANY (ARRAY['instant'::text, 'daily'::text, 'weekly'::text, 'manual'::text]))),
  constraint settlement_settings_unroutable_check CHECK ((unroutable = ANY (ARRAY['as_received'::text, 'wait'::text])))
);
CREATE INDEX settlement_settings_due ON public.settlement_settings USING btree (due_at) WHERE (due_at IS NOT NULL);

create table settlers (
  chain text not null,
  address text not null,
  noted_at timestamp with time zone not null,
  units numeric(78,0) not null,
  settle_units numeric(78,0) not null,
  is_low boolean not null,
  funded_at timestamp with time zone,
  contract text,
  domain_name text,
  domain_version text,
  constraint settlers_pkey PRIMARY KEY (chain, address)
);

create table signers (
  chain text not null,
  key text not null,
  kind text not null,
  address text not null,
  problem text,
  problem_since timestamp with time zone,
  asked_at timestamp with time zone not null,
  constraint signers_key_check CHECK ((key = ANY (ARRAY['operator'::text, 'settler'::text, 'treasury'::text, 'fee payer'::text]))),
  constraint signers_pkey PRIMARY KEY (chain, key)
);

create table simulated_transactions (
  tx_hash text not null,
  chain text not null,
  token text not null,
  token_units numeric(78,0) not null,
  from_address text not null,
  to_address text not null,
  broadcast_at timestamp with time zone not null,
  final_at timestamp with time zone not null,
  failure_reason text,
  failure_message text,
  constraint simulated_transactions_pkey PRIMARY KEY (tx_hash),
  constraint simulated_transactions_token_units_check CHECK ((token_units > (0)::numeric))
);
CREATE INDEX simulated_transactions_by_receiver ON public.simulated_transactions USING btree (to_address);

create table solana_addresses (
  index integer not null,
  address text not null,
  payment_id text,
  made_at timestamp with time zone not null,
  taken_at timestamp with time zone,
  constraint solana_addresses_address_key UNIQUE (address),
  constraint solana_addresses_payment_id_key UNIQUE (payment_id),
  constraint solana_addresses_pkey PRIMARY KEY (index)
);
CREATE INDEX solana_addresses_free ON public.solana_addresses USING btree (index) WHERE (payment_id IS NULL);

create table solana_batches (
  batch_id text not null,
  call text not null,
  nonce_account text,
  status text not null,
  created_at timestamp with time zone not null,
  tx_hash text,
  slot bigint,
  cost numeric(78,0),
  succeeded boolean,
  ended_at timestamp with time zone,
  constraint solana_batches_call_check CHECK ((call = ANY (ARRAY['pay'::text, 'sweep'::text, 'call'::text, 'spend'::text, 'settle'::text]))),
  constraint solana_batches_check CHECK (((call = 'pay'::text) = (nonce_account IS NOT NULL))),
  constraint solana_batches_pkey PRIMARY KEY (batch_id),
  constraint solana_batches_status_check CHECK ((status = ANY (ARRAY['open'::text, 'done'::text])))
);
CREATE INDEX solana_batches_by_slot ON public.solana_batches USING btree (slot) WHERE (slot IS NOT NULL);
CREATE UNIQUE INDEX solana_batches_nonce ON public.solana_batches USING btree (nonce_account) WHERE (status = 'open'::text);
CREATE INDEX solana_batches_open ON public.solana_batches USING btree (created_at) WHERE (status = 'open'::text);

create table solana_signatures (
  batch_id text not null,
  attempt integer not null,
  tx_hash text not null,
  raw text not null,
  lifetime text not null,
  read_slot bigint not null,
  last_valid_height bigint,
  created_at timestamp with time zone not null,
  is_landed boolean not null default false,
  constraint solana_signatures_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES solana_batches(batch_id),
  constraint solana_signatures_pkey PRIMARY KEY (batch_id, attempt),
  constraint solana_signatures_tx_hash_key UNIQUE (tx_hash)
);

create table throttles (
  throttle_key bytea not null,
  failures integer not null,
  last_failure_at timestamp with time zone not null,
  blocked_until timestamp with time zone,
  constraint throttles_pkey PRIMARY KEY (throttle_key)
);
CREATE INDEX throttles_last_failure ON public.throttles USING btree (last_failure_at);

create table transaction_hints (
  payment_id text not null,
  merchant_id text not null,
  chain text not null,
  tx_hash text not null,
  state text not null default 'new'::text,
  given_at timestamp with time zone not null,
  check_at timestamp with time zone,
  address text,
  token text,
  units numeric(78,0),
  payer_address text,
  block_time timestamp with time zone,
  constraint transaction_hints_payment_id_merchant_id_fkey FOREIGN KEY (payment_id, merchant_id) REFERENCES payments(payment_id, merchant_id),
  constraint transaction_hints_pkey PRIMARY KEY (payment_id, merchant_id, chain, tx_hash),
  constraint transaction_hints_state_check CHECK ((state = ANY (ARRAY['new'::text, 'pending'::text, 'mined'::text, 'reverted'::text, 'foreign'::text])))
);
CREATE INDEX transaction_hints_due ON public.transaction_hints USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX transaction_hints_reverted ON public.transaction_hints USING btree (chain, address) WHERE (state = 'reverted'::text);

create table transfer_batches (
  batch_id text not null,
  chain text not null,
  sender text not null,
  call text not null,
  target text not null,
  data text not null,
  value numeric(78,0) not null default 0,
  gas_limit bigint not null,
  generation integer not null default 1,
  nonce bigint not null,
  status text not null,
  created_at timestamp with time zone not null,
  tx_hash text,
  block_number bigint,
  gas_cost numeric(78,0),
  succeeded boolean,
  ended_at timestamp with time zone,
  constraint transfer_batches_call_check CHECK ((call = ANY (ARRAY['pay'::text, 'flush'::text, 'call'::text, 'settle'::text]))),
  constraint transfer_batches_chain_sender_nonce_key UNIQUE (chain, sender, nonce),
  constraint transfer_batches_gas_limit_check CHECK ((gas_limit > 0)),
  constraint transfer_batches_pkey PRIMARY KEY (batch_id),
  constraint transfer_batches_status_check CHECK ((status = ANY (ARRAY['open'::text, 'done'::text]))),
  constraint transfer_batches_value_check CHECK ((value >= (0)::numeric))
);
CREATE INDEX transfer_batches_by_block ON public.transfer_batches USING btree (chain, block_number) WHERE (block_number IS NOT NULL);
CREATE INDEX transfer_batches_mined ON public.transfer_batches USING btree (chain, block_number) WHERE (status = 'done'::text);
CREATE INDEX transfer_batches_open ON public.transfer_batches USING btree (chain, nonce) WHERE (status = 'open'::text);

create table transfer_calls (
  transfer_id text not null,
  data text not null,
  value numeric(78,0) not null,
  since timestamp with time zone not null,
  constraint transfer_calls_pkey PRIMARY KEY (transfer_id),
  constraint transfer_calls_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(transfer_id),
  constraint transfer_calls_value_check CHECK ((value >= (0)::numeric))
);

create table transfer_nonces (
  chain text not null,
  sender text not null,
  next_nonce bigint not null,
  jumped_at timestamp with time zone,
  jumped_to bigint not null default 0,
  constraint transfer_nonces_next_nonce_check CHECK ((next_nonce >= 0)),
  constraint transfer_nonces_pkey PRIMARY KEY (chain, sender)
);

create table transfer_signatures (
  batch_id text not null,
  generation integer not null,
  attempt integer not null,
  nonce bigint not null,
  tx_hash text not null,
  raw text not null,
  max_fee numeric(78,0) not null,
  tip numeric(78,0) not null,
  gas_limit bigint not null,
  created_at timestamp with time zone not null,
  constraint transfer_signatures_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES transfer_batches(batch_id),
  constraint transfer_signatures_pkey PRIMARY KEY (batch_id, generation, attempt),
  constraint transfer_signatures_tx_hash_key UNIQUE (tx_hash)
);

create table transfers (
  transfer_id text not null,
  kind text not null,
  environment environment not null,
  merchant_id text,
  chain text not null,
  token text not null,
  to_address text not null,
  units numeric(78,0) not null,
  source text not null,
  series text,
  pay_id text,
  status text not null,
  batch_id text,
  problem text,
  attempts integer not null default 0,
  due_at timestamp with time zone,
  held_reason text,
  released_at timestamp with time zone,
  reopenings integer not null default 0,
  tx_hash text,
  failure_reason text,
  failure_message text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint transfers_check CHECK (((status = 'waiting'::text) = (due_at IS NOT NULL))),
  constraint transfers_check1 CHECK (((status <> 'sending'::text) OR (batch_id IS NOT NULL))),
  constraint transfers_check2 CHECK ((((environment)::text = 'test'::text) OR ((series IS NULL) = (kind = ANY (ARRAY['sweep'::text, 'call'::text, 'authorization'::text]))))),
  constraint transfers_check3 CHECK (((pay_id IS NULL) OR (series IS NOT NULL))),
  constraint transfers_check4 CHECK ((((environment)::text = 'test'::text) OR (series IS NULL) OR (status <> 'sending'::text) OR (pay_id IS NOT NULL))),
  constraint transfers_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'return'::text, 'sweep'::text, 'payout'::text, 'route'::text, 'call'::text, 'authorization'::text, 'cold'::text]))),
  constraint transfers_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint transfers_pkey PRIMARY KEY (transfer_id),
  constraint transfers_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sending'::text, 'completed'::text, 'failed'::text]))),
  constraint transfers_units_check CHECK ((units > (0)::numeric))
);
CREATE INDEX transfers_by_batch ON public.transfers USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX transfers_by_source ON public.transfers USING btree (source);
CREATE INDEX transfers_by_status ON public.transfers USING btree (status, transfer_id);
CREATE INDEX transfers_due ON public.transfers USING btree (chain, due_at) WHERE (status = 'waiting'::text);
CREATE INDEX transfers_due_test ON public.transfers USING btree (due_at) WHERE ((status = 'waiting'::text) AND ((environment)::text = 'test'::text));
CREATE INDEX transfers_in_series ON public.transfers USING btree (series) WHERE (pay_id IS NOT NULL);
CREATE INDEX transfers_open ON public.transfers USING btree (transfer_id) WHERE (status = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX transfers_paid ON public.transfers USING btree (merchant_id, chain, token, ended_at) WHERE ((status = 'completed'::text) AND ((environment)::text = 'live'::text));
CREATE UNIQUE INDEX transfers_pay_id ON public.transfers USING btree (pay_id);

create table treasury_marks (
  account text not null,
  signature text not null,
  units numeric not null,
  constraint treasury_marks_pkey PRIMARY KEY (account)
);

create table unapplied_funds (
  unapplied_id text not null,
  merchant_id text not null,
  environment environment not null,
  payment_id text not null,
  arrival_id text not null,
  status text not null,
  reason text not null,
  awaits_screening boolean not null default false,
  chain text not null,
  token text not null,
  token_units numeric(78,0) not null,
  fee_units numeric(78,0) not null default 0,
  tx_hash text,
  payer_address text,
  arrived_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  returned_to text,
  return_tx_hash text,
  failure_reason text,
  failure_message text,
  ended_at timestamp with time zone,
  claim_expires_at timestamp with time zone,
  claim_emailed boolean not null default false,
  claimed_address text,
  claimed_at timestamp with time zone,
  constraint unapplied_funds_arrival_id_fkey FOREIGN KEY (arrival_id) REFERENCES arrival_uses(arrival_id),
  constraint unapplied_funds_arrival_id_key UNIQUE (arrival_id),
  constraint unapplied_funds_check CHECK (((fee_units >= (0)::numeric) AND (fee_units <= token_units))),
  constraint unapplied_funds_check1 CHECK (((claimed_address IS NULL) = (claimed_at IS NULL))),
  constraint unapplied_funds_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint unapplied_funds_payment_id_merchant_id_fkey FOREIGN KEY (payment_id, merchant_id) REFERENCES payments(payment_id, merchant_id),
  constraint unapplied_funds_pkey PRIMARY KEY (unapplied_id, merchant_id),
  constraint unapplied_funds_status_check CHECK ((status = ANY (ARRAY['open'::text, 'returning'::text, 'returned'::text, 'credited'::text, 'reversed'::text, 'applied'::text]))),
  constraint unapplied_funds_token_units_check CHECK ((token_units > (0)::numeric))
);
CREATE INDEX unapplied_funds_by_merchant ON public.unapplied_funds USING btree (merchant_id, environment, unapplied_id);
CREATE INDEX unapplied_funds_by_payment ON public.unapplied_funds USING btree (payment_id, merchant_id);
CREATE INDEX unapplied_funds_by_status ON public.unapplied_funds USING btree (merchant_id, environment, status, unapplied_id);

create table undelivered (
  endpoint_id text not null,
  delivery_id text not null,
  merchant_id text not null,
  event_id text not null,
  is_test boolean not null,
  lane smallint not null default 2,
  attempts smallint not null,
  next_attempt_at timestamp with time zone,
  leased_until timestamp with time zone,
  constraint undelivered_lane_check CHECK ((lane = ANY (ARRAY[1, 2]))),
  constraint undelivered_pkey PRIMARY KEY (endpoint_id, delivery_id, merchant_id)
);
CREATE INDEX undelivered_failed ON public.undelivered USING btree (endpoint_id, delivery_id) WHERE (next_attempt_at IS NULL);
CREATE INDEX undelivered_lanes ON public.undelivered USING btree (lane, merchant_id, endpoint_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

create table unknown_payments (
  chain text not null,
  payment_key text not null,
  tx_hash text not null,
  token text not null,
  to_address text,
  units numeric(78,0) not null,
  block_number bigint not null,
  found_at timestamp with time zone not null,
  explained_at timestamp with time zone,
  explained_as text,
  constraint unknown_payments_check CHECK (((explained_at IS NULL) = (explained_as IS NULL))),
  constraint unknown_payments_pkey PRIMARY KEY (chain, payment_key)
);
CREATE INDEX unknown_payments_open ON public.unknown_payments USING btree (chain) WHERE (explained_at IS NULL);

create table watched_addresses (
  chain text not null,
  address text not null,
  payment_id text,
  native boolean not null,
  registered_at timestamp with time zone not null,
  watch_until timestamp with time zone not null,
  changed_by xid8 not null default pg_current_xact_id(),
  constraint watched_addresses_pkey PRIMARY KEY (chain, address)
);
CREATE INDEX watched_addresses_changed ON public.watched_addresses USING btree (chain, changed_by);

create table webhook_endpoints (
  endpoint_id text not null,
  merchant_id text not null,
  environment environment not null,
  url text not null,
  events text[] not null,
  description text,
  status text not null,
  secret bytea not null,
  secret_key_id text not null,
  previous_secret bytea,
  previous_secret_key_id text,
  previous_secret_until timestamp with time zone,
  is_prompt boolean not null default false,
  failing_since timestamp with time zone,
  failing_told timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint webhook_endpoints_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint webhook_endpoints_pkey PRIMARY KEY (endpoint_id, merchant_id),
  constraint webhook_endpoints_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text, 'deleted'::text])))
);
CREATE INDEX webhook_endpoints_by_merchant ON public.webhook_endpoints USING btree (merchant_id, environment, endpoint_id) WHERE (status <> 'deleted'::text);
CREATE INDEX webhook_endpoints_failing ON public.webhook_endpoints USING btree (failing_since) WHERE (failing_since IS NOT NULL);

create view ledger_debts as
 SELECT a.environment,
    a.chain,
    a.token,
    a.merchant_id,
    ledger_balance(b.account_id) AS units
   FROM (ledger_balances b
     JOIN ledger_accounts a USING (account_id))
  WHERE ((b.units > (0)::numeric) AND (a.kind = 'merchant_balance'::text) AND (ledger_balance(b.account_id) > (0)::numeric));

create view ledger_lines as
 SELECT ledger_entries.source,
    ledger_entries.kind,
    ledger_entries.environment,
    ledger_entries.line,
    ledger_entries.account_id,
    ledger_entries.units,
    ledger_entries.posted_at
   FROM ledger_entries
UNION ALL
 SELECT ledger_entries.source,
    ledger_entries.kind,
    ledger_entries.environment,
    ledger_entries.line,
    ledger_entries.other_account_id AS account_id,
    (- (ledger_entries.units)::numeric) AS units,
    ledger_entries.posted_at
   FROM ledger_entries
  WHERE (ledger_entries.other_account_id IS NOT NULL);

create view ledger_short as
 SELECT environment,
    chain,
    token,
    sum(units) AS units
   FROM ( SELECT ledger_accounts.environment,
            ledger_accounts.chain,
            ledger_accounts.token,
            ledger_balance(ledger_accounts.account_id) AS units
           FROM ledger_accounts
          WHERE ((ledger_accounts.merchant_id IS NULL) AND (ledger_accounts.kind <> ALL (ARRAY['deposit_address'::text, 'vault'::text, 'treasury'::text, 'operator'::text, 'trading'::text, 'cold'::text])))
        UNION ALL
         SELECT ledger_debts.environment,
            ledger_debts.chain,
            ledger_debts.token,
            ledger_debts.units
           FROM ledger_debts) account
  GROUP BY environment, chain, token
 HAVING (sum(units) > (0)::numeric);

CREATE OR REPLACE FUNCTION public.ledger_account_id(environment text, kind text, merchant_id text, chain text, token text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (md5(((((((((environment || ' '::text) || kind) || ' '::text) || COALESCE(merchant_id, ''::text)) || ' '::text) || chain) || ' '::text) || token)))::uuid;

CREATE OR REPLACE FUNCTION public.ledger_add_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_balance(account uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE
RETURN ((COALESCE((SELECT ledger_balances.units FROM ledger_balances WHERE (ledger_balances.account_id = ledger_balance.account)), (0)::numeric) + COALESCE((SELECT sum(ledger_changes.units) AS sum FROM ledger_changes WHERE (ledger_changes.account_id = ledger_balance.account)), (0)::numeric)) - COALESCE((SELECT sum(ledger_changes.units) AS sum FROM ledger_changes WHERE (ledger_changes.other_account_id = ledger_balance.account)), (0)::numeric));

CREATE OR REPLACE FUNCTION public.ledger_refuse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is only added to', tg_table_name
    using errcode = 'restrict_violation', constraint = 'ledger_only_added_to';
end $function$;
