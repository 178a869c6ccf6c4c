import type { ChainId, Token } from '../../../lib/chains/registry.ts';
import type { Sql } from '../../../platform/db/client.ts';
import type { RouteRow } from '../route.ts';

const limit = 100;

/** Routes that brought money into a balance after `after` (null: since the beginning), up to and including `until`. */
export async function selectRoutesInto(
  sql: Sql,
  own: { merchant_id: string; environment: string },
  asset: { chain: ChainId; token: Token },
  after: Date | null,
  until: Date,
): Promise<RouteRow[]> {
  return sql<RouteRow[]>`
    select * from routes where merchant_id = ${own.merchant_id} and environment = ${own.environment}
      and to_chain = ${asset.chain} and to_token = ${asset.token} and status = 'completed'
      and ended_at > ${after ?? new Date(0)} and ended_at <= ${until}
    order by route_id limit ${limit}`;
}

export interface GasRow {
  route_id: string;
  chain: ChainId;
  units: string;
}

export async function selectRoutes(
  sql: Sql,
  own: { merchant_id: string; environment: string },
  routeIds: readonly string[],
): Promise<RouteRow[]> {
  return sql<RouteRow[]>`
    select * from routes where merchant_id = ${own.merchant_id} and environment = ${own.environment}
      and route_id = any(${[...routeIds]}::text[]) order by route_id`;
}

/**
 * Gas cost of the transactions of routes. A transaction with several transfers is divided between them; the first ones
 * pay the remainder, so that shares add up.
 */
export async function selectGasOf(sql: Sql, routeIds: readonly string[]): Promise<GasRow[]> {
  return sql<GasRow[]>`
    select t.source as route_id, t.chain,
      sum(div(b.gas_cost, transfers) + case when place <= mod(b.gas_cost, transfers) then 1 else 0 end) as units
    from transfers t join (
      select batch_id, gas_cost from transfer_batches union all select batch_id, cost from solana_batches
    ) as b using (batch_id) cross join lateral (
      select count(*) as transfers, count(*) filter (where other.transfer_id <= t.transfer_id) as place
      from transfers other where other.batch_id = t.batch_id) as shared
    where t.source = any(${[...routeIds]}::text[]) and t.kind in ('route', 'call') and b.gas_cost is not null
    group by t.source, t.chain order by t.source, t.chain`;
}

/** Routes that exchanged a payment's money, oldest first. */
export async function selectRoutesOfPayment(sql: Sql, paymentId: string): Promise<RouteRow[]> {
  return sql<RouteRow[]>`
    select distinct r.* from (
      select ${paymentId}::text as source
      union all
      select arrival_id from arrival_uses where payment_id = ${paymentId}
    ) as booked
    join ledger_entries e on e.source = booked.source and e.kind = 'completion'
    join ledger_accounts a on a.account_id = e.account_id and a.kind = 'merchant_balance'
    join routes r on r.merchant_id = a.merchant_id and r.environment = a.environment and r.chain = a.chain
      and r.token = a.token and r.covers_until >= e.posted_at
      and (r.covers_after is null or r.covers_after < e.posted_at)
    order by r.route_id limit ${limit}`;
}
