import { type ChainId, chainIds, type Token } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { PaymentKey } from '../payment/payment.ts';
import { unappliedMoves } from '../unapplied-funds/states.ts';
import type { BookedUse } from './arrival-postings.ts';
import type { UsedArrival } from './subject.ts';

/** The arrivals of the payments that were decided before, without those that were reversed. */
export async function selectUses(sql: Sql, payments: PaymentKey[]): Promise<UsedArrival[]> {
  return sql<UsedArrival[]>`
    select arrival_id, payment_id, applied_units, fee_units from arrival_uses join unnest(
      ${payments.map((p) => p.payment_id)}::text[], ${payments.map((p) => p.merchant_id)}::text[])
      as wanted (payment_id, merchant_id) using (payment_id, merchant_id)
    where reversed_at is null`;
}

export interface NewUse {
  payment: PaymentKey;
  use: BookedUse;
}

/** The payments must be locked: their arrivals are decided one transaction after another. */
export async function insertUses(tx: Sql, now: Date, rows: readonly NewUse[]): Promise<void> {
  if (rows.length === 0) return;
  await tx`
    insert into arrival_uses (arrival_id, payment_id, merchant_id, applied_units, unapplied_units, fee_units, decided_at)
    select *, ${now}::timestamptz from unnest(
      ${rows.map(({ use }) => use.arrivalId)}::text[], ${rows.map(({ payment }) => payment.payment_id)}::text[],
      ${rows.map(({ payment }) => payment.merchant_id)}::text[], ${rows.map(({ use }) => use.applied.toString())}::numeric[],
      ${rows.map(({ use }) => use.unapplied.toString())}::numeric[], ${rows.map(({ use }) => use.fee.toString())}::numeric[])
    on conflict (arrival_id) do update set applied_units = excluded.applied_units,
      unapplied_units = excluded.unapplied_units, fee_units = excluded.fee_units, decided_at = excluded.decided_at,
      reversed_at = null
    where arrival_uses.reversed_at is not null`;
}

/** Takes back what was decided about arrivals that the chain has abandoned. Returns that are under way go on. */
export async function updateReversed(tx: Sql, arrivalIds: string[], now: Date): Promise<void> {
  const { to } = unappliedMoves.reverse;
  await tx`update arrival_uses set reversed_at = ${now} where arrival_id = any(${arrivalIds}::text[])`;
  await tx`
    update unapplied_funds set status = ${to}, fee_units = 0, ended_at = null
    where arrival_id = any(${arrivalIds}::text[]) and status in ('open', 'credited')`;
}

/** How often arrivals of these payments were taken out of the ledger. */
export async function selectArrivalReversals(
  sql: Sql,
  payments: readonly PaymentKey[],
): Promise<{ arrival_id: string; times: number }[]> {
  return sql<{ arrival_id: string; times: number }[]>`
    select arrival_id, times from arrival_reversals join unnest(
      ${payments.map((p) => p.payment_id)}::text[], ${payments.map((p) => p.merchant_id)}::text[])
      as wanted (payment_id, merchant_id) using (payment_id, merchant_id)`;
}

export async function addArrivalReversals(
  tx: Sql,
  rows: readonly (PaymentKey & { arrival_id: string })[],
): Promise<void> {
  await tx`
    insert into arrival_reversals as known (arrival_id, payment_id, merchant_id, times)
    select *, 1 from unnest(${rows.map((r) => r.arrival_id)}::text[], ${rows.map((r) => r.payment_id)}::text[],
      ${rows.map((r) => r.merchant_id)}::text[])
    on conflict (arrival_id) do update set times = known.times + 1`;
}

export async function insertReversal(
  tx: Sql,
  payment: PaymentKey & { chain: string; token: string },
  units: bigint,
  now: Date,
): Promise<void> {
  await tx`
    insert into payment_reversals (payment_id, merchant_id, chain, token, token_units, reversed_at)
    values (${payment.payment_id}, ${payment.merchant_id}, ${payment.chain}, ${payment.token}, ${units.toString()}, ${now})`;
}

/** Units of the payment that were reversed before. */
export async function selectReversedUnits(sql: Sql, payment: PaymentKey): Promise<bigint> {
  const [row] = await sql<{ units: string }[]>`
    select coalesce(sum(token_units), 0) as units from payment_reversals
    where payment_id = ${payment.payment_id} and merchant_id = ${payment.merchant_id}`;
  return BigInt(row?.units ?? 0);
}

/** What stands of a payment's money in one asset at one address, and the USD price of its quote. */
export interface PaymentMoney {
  payment_id: string;
  address: string;
  chain: ChainId;
  token: Token;
  units: string;
  /** Null if the payment has no quote in this token. */
  usd_per_token: string | null;
}

/** All live money of the payments that have these addresses, on all chains. */
export async function selectMoneyOf(tx: Sql, addresses: readonly string[]): Promise<PaymentMoney[]> {
  return tx<PaymentMoney[]>`
    with own as (
      select distinct payment_id, merchant_id from deposits
      where environment = 'live' and address = any(${[...addresses]}::text[]))
    select places.payment_id, arrivals.address, arrivals.chain, arrivals.token, sum(arrivals.units) as units,
      (select usd_per_token from deposits where deposits.payment_id = places.payment_id
        and deposits.merchant_id = places.merchant_id and deposits.token = arrivals.token
       order by deposits.chain = arrivals.chain desc limit 1) as usd_per_token
    from (select distinct payment_id, merchant_id, address from deposits join own using (payment_id, merchant_id)) as places
    join arrivals on arrivals.chain = any(${[...chainIds]}::text[]) and arrivals.address = places.address
    where arrivals.state <> 'gone' and arrivals.token is not null
    group by places.payment_id, places.merchant_id, arrivals.address, arrivals.chain, arrivals.token`;
}

/**
 * What came on this chain, and is not final yet, from the payers at these addresses to payments of the same merchants: of those
 * who count payments of one payer together. Whose payer is unknown counts alone.
 */
export async function selectMoneyOfPayers(
  tx: Sql,
  chain: ChainId,
  addresses: readonly string[],
): Promise<(PaymentMoney & { payer: string })[]> {
  return tx<(PaymentMoney & { payer: string })[]>`
    with payers as (
      select distinct deposits.merchant_id, arrivals.payer_address
      from arrivals join deposits using (address) join merchants using (merchant_id)
      where arrivals.chain = ${chain} and arrivals.address = any(${[...addresses]}::text[]) and arrivals.state = 'seen'
        and arrivals.payer_address is not null and deposits.environment = 'live' and merchants.sum_by_payer)
    select merchant_id || ' ' || payer_address as payer, places.payment_id, arrivals.address, arrivals.chain, arrivals.token,
      sum(arrivals.units) as units,
      (select usd_per_token from deposits where deposits.payment_id = places.payment_id
        and deposits.merchant_id = payers.merchant_id and deposits.token = arrivals.token
       order by deposits.chain = arrivals.chain desc limit 1) as usd_per_token
    from payers join arrivals using (payer_address)
    join lateral (select payment_id from deposits where deposits.address = arrivals.address
      and deposits.merchant_id = payers.merchant_id and deposits.environment = 'live' limit 1) as places on true
    where arrivals.chain = ${chain} and arrivals.state = 'seen' and arrivals.token is not null
    group by merchant_id, payer_address, places.payment_id, arrivals.address, arrivals.chain, arrivals.token`;
}
