import type { Environment } from '../../lib/environment.ts';
import { firstIdAt } from '../../lib/ids.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { Attention } from './attention-schema.ts';

interface Owner {
  merchant_id: string;
  environment: Environment;
}

export async function countAttention(
  sql: Sql,
  { merchant_id, environment }: Owner,
  payoutsSinceMs: number,
  most: number,
): Promise<Omit<Attention, 'chains'>> {
  const [row] = await sql<Omit<Attention, 'chains'>[]>`
    select
      (select count(*)::int from (
        select from unapplied_funds
        where merchant_id = ${merchant_id} and environment = ${environment} and status = 'open' limit ${most}) as open)
        as unapplied,
      (select count(*)::int from (
        select from refunds
        where merchant_id = ${merchant_id} and environment = ${environment} and status = 'processing'
          and (refunded_to is null or covered_at is null) limit ${most}) as waiting) as waiting_refunds,
      (select count(*)::int from (
        select distinct on (chain, token) status from payouts
        where merchant_id = ${merchant_id} and environment = ${environment}
          and payout_id >= ${firstIdAt('po', payoutsSinceMs)}
        order by chain, token, payout_id desc) as last where status = 'failed') as failed_payouts,
      (select count(*)::int from (
        select from approvals
        where merchant_id = ${merchant_id} and ${environment} = 'live' and state = 'pending' limit ${most}) as asked)
        as approvals,
      (select count(*)::int from (
        select from webhook_endpoints
        where merchant_id = ${merchant_id} and environment = ${environment} and status <> 'deleted'
          and failing_since is not null
        limit ${most}) as failing) as failing_endpoints`;
  if (!row) throw new Error('a query of counts returned no row');
  return row;
}
