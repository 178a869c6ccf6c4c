import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { Environment } from '../../lib/environment.ts';
import { firstIdAt, type IdPrefix } from '../../lib/ids.ts';
import type { MemberId } from '../../merchants/members/members.ts';
import type { PaymentStatus } from '../../payments/payment/states.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { MerchantSteps } from './stats-schema.ts';

/** `startsMs` is the start of each day, and of the day after the last. */
export interface Period {
  merchantId: string;
  environment: Environment;
  startsMs: number[];
}

/** Ids sort by creation, so a range of days is a range of ids, and a row's id gives its day. */
function bounds(period: Period, prefix: IdPrefix): { starts: string[]; from: string; before: string } {
  const starts = period.startsMs.map((ms) => firstIdAt(prefix, ms));
  return { starts, from: starts[0] ?? '', before: starts.at(-1) ?? '' };
}

export interface StatusCount {
  /** 1-based. */
  day: number;
  status: PaymentStatus;
  count: number;
}

/** Counts payments per day and status. An index-only scan of payments_by_status. */
export async function countPayments(sql: Sql, period: Period): Promise<StatusCount[]> {
  const { starts, from, before } = bounds(period, 'pay');
  return sql<StatusCount[]>`
    select width_bucket(payment_id collate "C", ${starts}::text[]) as day, status, count(*)::int as count
    from payments
    where merchant_id = ${period.merchantId} and environment = ${period.environment}
      and payment_id >= ${from} and payment_id < ${before} ${withoutTopUps(sql, period)}
    group by day, status`;
}

/** By a list of their ids, so that the rest is still read from the index alone. */
function withoutTopUps(sql: Sql, { merchantId, environment }: Period) {
  return sql`and payment_id <> all(array(
    select payment_id from payments
    where merchant_id = ${merchantId} and environment = ${environment} and purpose is not null))`;
}

export interface SettledSum {
  currency: Currency;
  /** Exactly one of day, chain and token is set: each row is a sum by one of them. */
  day: number | null;
  chain: ChainId | null;
  token: Token | null;
  /** A Postgres numeric, as text. */
  amount_minor: string;
  count: number;
  /** Only payments that were `processing` before they completed, without those that `simulate` ended. */
  confirming_seconds: number;
  confirmed: number;
}

/** Sums settled payments in one index-only scan of payments_settled. */
export async function sumSettled(sql: Sql, period: Period): Promise<SettledSum[]> {
  const { starts, from, before } = bounds(period, 'pay');
  return sql<SettledSum[]>`
    select currency, day, chain, token, sum(amount_minor)::text as amount_minor, count(*)::int as count,
      coalesce(sum(extract(epoch from completed_at - detected_at)), 0)::float8 as confirming_seconds,
      count(detected_at)::int as confirmed
    from (
      select currency, chain, token, amount_minor, detected_at, completed_at,
        width_bucket(payment_id collate "C", ${starts}::text[]) as day
      from payments
      where merchant_id = ${period.merchantId} and environment = ${period.environment}
        and payment_id >= ${from} and payment_id < ${before}
        and status in ('completed', 'partially_refunded', 'refunded') ${withoutTopUps(sql, period)}
    ) as settled
    group by grouping sets ((currency, day), (currency, chain), (currency, token))`;
}

export interface RefundSum {
  currency: Currency;
  /** 1-based. */
  day: number;
  amount_minor: string;
  count: number;
}

/** Refunds created in the period, except failed ones. */
export async function sumRefunds(sql: Sql, period: Period): Promise<RefundSum[]> {
  const { starts, from, before } = bounds(period, 'ref');
  return sql<RefundSum[]>`
    select width_bucket(refund_id collate "C", ${starts}::text[]) as day, currency, sum(amount_minor)::text as amount_minor, count(*)::int as count
    from refunds
    where merchant_id = ${period.merchantId} and environment = ${period.environment}
      and refund_id >= ${from} and refund_id < ${before} and status <> 'failed'
    group by day, currency`;
}

/** Progress of a new merchant's setup. */
export async function selectSteps(sql: Sql, merchantId: string): Promise<MerchantSteps | undefined> {
  const [row] = await sql<MerchantSteps[]>`
    select
      exists (select from api_keys k where k.merchant_id = m.merchant_id and kind = 'secret' and revoked_at is null)
        as has_key,
      exists (select from payments p where p.merchant_id = m.merchant_id and environment = 'test') as has_test_payment,
      exists (select from webhook_endpoints e where e.merchant_id = m.merchant_id and e.status <> 'deleted')
        as has_endpoint,
      exists (select from api_keys k where k.merchant_id = m.merchant_id and kind = 'secret' and environment = 'live'
        and revoked_at is null) as has_live_key,
      exists (select from webhook_endpoints e where e.merchant_id = m.merchant_id and environment = 'live'
        and e.status <> 'deleted') as has_live_endpoint,
      exists (select from payout_wallets w where w.merchant_id = m.merchant_id and environment = 'live'
        and cancelled_at is null) as has_payout_wallet,
      exists (select from payments p where p.merchant_id = m.merchant_id and environment = 'live'
        and status in ('completed', 'partially_refunded', 'refunded')) as has_live_payment
    from merchants m where merchant_id = ${merchantId}`;
  return row;
}

export async function selectHidesChecklist(sql: Sql, member: MemberId): Promise<boolean> {
  const rows = await sql`
    select from members
    where member_id = ${member.member_id} and merchant_id = ${member.merchant_id} and hides_checklist`;
  return rows.length > 0;
}

export async function updateHidesChecklist(sql: Sql, member: MemberId, hidden: boolean): Promise<void> {
  await sql`
    update members set hides_checklist = ${hidden}
    where member_id = ${member.member_id} and merchant_id = ${member.merchant_id}`;
}
