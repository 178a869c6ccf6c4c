import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';

export interface UnderWayRow {
  chain: ChainId;
  token: Token;
  /** Units of payments that were seen and are not final. */
  coming: string;
  /** Units that refunds waiting for the balance need. */
  waiting: string;
}

export async function selectUnderWay(
  sql: Sql,
  merchantId: string,
  environment: Environment,
): Promise<UnderWayRow[]> {
  return sql<UnderWayRow[]>`
    select chain, token, sum(coming) as coming, sum(waiting) as waiting from (
      select chain, token, token_units as coming, 0 as waiting from payments
      where merchant_id = ${merchantId} and environment = ${environment} and status = 'processing'
      union all
      select chain, token, 0, token_units - fee_units from refunds
      where merchant_id = ${merchantId} and environment = ${environment} and status = 'processing' and covered_at is null
    ) as moving
    where chain is not null and token is not null group by chain, token`;
}
