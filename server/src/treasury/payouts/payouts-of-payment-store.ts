import type { Sql } from '../../platform/db/client.ts';
import type { PayoutRow } from './payout.ts';

const limit = 100;

/** Finds postings whose source is the payment, an arrival of it that was booked later, or a route of its money. */
export async function selectCovering(
  sql: Sql,
  paymentId: string,
  routeIds: readonly string[],
): Promise<PayoutRow[]> {
  return sql<PayoutRow[]>`
    select distinct p.* from (
      select ${paymentId}::text as source, 'completion' as kind
      union all
      select arrival_id, 'completion' from arrival_uses where payment_id = ${paymentId}
      union all
      select route_id || ':end', 'route' from unnest(${[...routeIds]}::text[]) as route_id
    ) as booked
    join ledger_entries e on e.source = booked.source and e.kind = booked.kind
    join ledger_accounts a on a.account_id = e.account_id and a.kind = 'merchant_balance'
    join payouts p on p.merchant_id = a.merchant_id and p.environment = a.environment and p.chain = a.chain
      and p.token = a.token and p.covers_until >= e.posted_at
      and (p.covers_after is null or p.covers_after < e.posted_at)
    order by p.payout_id limit ${limit}`;
}
