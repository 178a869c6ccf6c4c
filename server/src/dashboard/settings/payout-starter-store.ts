import { firstIdAt } from '../../lib/ids.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { PayoutRow } from '../../treasury/payouts/payout.ts';

/** A request that creates a payout has ended after this time. */
const requestMs = 60_000;

export interface PayoutStarter {
  member_email: string | null;
  key_id: string | null;
}

/**
 * Who asked for this payout, or for all balances just before it was made: a member by the audit log, or a key by the log
 * of requests.
 */
export async function selectPayoutStarter(sql: Sql, payout: PayoutRow): Promise<PayoutStarter | null> {
  const { payout_id, merchant_id, environment, created_at } = payout;
  const from = created_at.getTime() - requestMs;
  const to = created_at.getTime() + 1;
  const [starter] = await sql<PayoutStarter[]>`
    select member_email, key_id from (
      select member_email, null as key_id, action = 'createPayout' as is_exact, created_at from audit_log
      where merchant_id = ${merchant_id} and environment = ${environment} and outcome <> 'refused'
        and (resource_id = ${payout_id} and action = 'createPayout' or action = 'payOutEverything')
        and audit_id >= ${firstIdAt('aud', from)} and audit_id < ${firstIdAt('aud', to)}
      union all
      select null, key_id, resource_id is not null, request_log.created_at
      from request_log left join request_bodies using (request_id, merchant_id, environment)
      where merchant_id = ${merchant_id} and environment = ${environment}
        and (resource_id = ${payout_id} or path = '/api/v1/settlement/pay_out')
        and method = 'POST' and key_id is not null
        and request_id >= ${firstIdAt('req', from)} and request_id < ${firstIdAt('req', to)}
    ) as asked
    order by is_exact desc, created_at desc limit 1`;
  return starter ?? null;
}
