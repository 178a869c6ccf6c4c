import { type ChainId, chainIds } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { PaymentKey } from '../payment/payment.ts';

export interface ArrivalEntryRow {
  arrival_id: string;
  chain: ChainId;
  token: string;
  units: string;
  tx_hash: string | null;
  block_number: bigint | null;
  block_hash: string | null;
  payer_address: string | null;
  address: string;
  state: string;
  seen_at: Date;
  /** When it was booked as final; null before. */
  final_at: Date | null;
}

/** Money that arrived for a live payment. */
export async function selectPaymentArrivals(
  sql: Sql,
  payment: PaymentKey,
  limit: number,
): Promise<ArrivalEntryRow[]> {
  return sql<ArrivalEntryRow[]>`
    select a.arrival_id, a.chain, coalesce(a.token, a.asset) as token, a.units, a.tx_hash, a.block_number, a.block_hash,
      a.payer_address, a.address, a.state, a.seen_at,
      (select posted_at from ledger_entries e
        where e.source = a.arrival_id and e.kind = 'arrival' and e.environment = 'live' and e.line = 1) as final_at
    from arrivals a
    where a.chain = any(${[...chainIds]}::text[]) and a.address in (select address from deposits
      where payment_id = ${payment.payment_id} and merchant_id = ${payment.merchant_id} and environment = 'live')
    order by a.seen_at, a.arrival_id limit ${limit}`;
}

export interface ContestedEntryRow {
  tx_hash: string;
  token: string | null;
  units: string;
  payer_address: string | null;
  found_at: Date;
  /** Whether the operator decided for this payment; null while that is open. */
  is_ours: boolean | null;
}

/** Transactions that name this payment and another one. */
export async function selectPaymentContested(
  sql: Sql,
  payment: PaymentKey,
  limit: number,
): Promise<ContestedEntryRow[]> {
  return sql<ContestedEntryRow[]>`
    select c.tx_hash, c.token, c.units, c.payer_address, c.found_at, c.decided_for = d.address as is_ours
    from (select distinct address from deposits where payment_id = ${payment.payment_id}
      and merchant_id = ${payment.merchant_id} and environment = 'live' and chain = 'solana') as d
    join contested_transactions c on d.address = any(c.addresses)
    order by c.found_at, c.tx_hash limit ${limit}`;
}

/** The transaction of a test payment. */
export async function selectSimulated(sql: Sql, txHash: string): Promise<ArrivalEntryRow[]> {
  return sql<ArrivalEntryRow[]>`
    select tx_hash as arrival_id, chain, token, token_units as units, tx_hash, null as block_number, null as block_hash,
      from_address as payer_address, to_address as address, 'final' as state, broadcast_at as seen_at, null as final_at
    from simulated_transactions where tx_hash = ${txHash}`;
}

export interface PostingRow {
  source: string;
  kind: string;
  posted_at: Date;
  lines: { account: string; chain: string; token: string; units: string }[];
}

/** Postings of the payment, its arrivals, refunds, unapplied money and sweeps. */
export async function selectPaymentPostings(
  sql: Sql,
  payment: PaymentKey & { environment: string },
  arrivalIds: string[],
  limit: number,
): Promise<PostingRow[]> {
  const { payment_id, merchant_id, environment } = payment;
  return sql<PostingRow[]>`
    with source as (
      select ${payment_id}::text as id
      union select refund_id || step from refunds, unnest(array['', ':sent', ':back', ':lost']) as step
        where payment_id = ${payment_id} and merchant_id = ${merchant_id}
      union select unapplied_id from unapplied_funds where payment_id = ${payment_id} and merchant_id = ${merchant_id}
      union select transfer_id from transfers where source = ${payment_id} and kind = 'sweep'
      union select unnest(${arrivalIds}::text[])
      union select arrival_id || ':' || n from arrival_reversals, generate_series(2, times + 1) n
        where payment_id = ${payment_id} and merchant_id = ${merchant_id}
    )
    select e.source, e.kind, min(e.posted_at) as posted_at,
      json_agg(json_build_object('account', a.kind, 'chain', a.chain, 'token', a.token, 'units', e.units::text)
        order by e.line, abs(e.units) desc, e.units desc) as lines
    from source cross join lateral (
      select l.source, l.kind, account_id, min(posted_at) as posted_at, min(line) as line, sum(units) as units
      from ledger_lines l where l.source = source.id and l.environment = ${environment}
      group by l.source, l.kind, account_id
    ) as e join ledger_accounts a using (account_id)
    group by e.source, e.kind order by min(e.posted_at), e.source limit ${limit}`;
}

export interface RefundAddressRow {
  refund_id: string;
  address: string;
  given_by: 'merchant' | 'customer';
  given_at: Date;
}

/** Addresses that were given for refunds of the payment. */
export async function selectRefundAddresses(
  sql: Sql,
  payment: PaymentKey,
  limit: number,
): Promise<RefundAddressRow[]> {
  return sql<RefundAddressRow[]>`
    select refund_id, address, given_by, given_at from refund_addresses
    join refunds using (refund_id, merchant_id)
    where payment_id = ${payment.payment_id} and merchant_id = ${payment.merchant_id}
    order by given_at, number limit ${limit}`;
}

export interface SweepRow {
  transfer_id: string;
  status: string;
  chain: ChainId;
  token: string;
  units: string;
  to_address: string;
  tx_hash: string | null;
  created_at: Date;
}

export async function selectPaymentSweeps(sql: Sql, payment: PaymentKey, limit: number): Promise<SweepRow[]> {
  return sql<SweepRow[]>`
    select transfer_id, status, chain, token, units, to_address, tx_hash, created_at from transfers
    where source = ${payment.payment_id} and kind = 'sweep' order by created_at, transfer_id limit ${limit}`;
}
