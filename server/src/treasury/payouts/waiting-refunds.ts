import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';

export interface BalanceKey {
  merchant_id: string;
  environment: Environment;
  chain: ChainId;
  token: Token;
}

/** Units that refunds waiting for a balance need. Payouts leave them there. */
export async function waitingRefunds(sql: Sql, balance: BalanceKey): Promise<bigint> {
  const { merchant_id, environment, chain, token } = balance;
  const [row] = await sql<{ units: string }[]>`
    select coalesce(sum(token_units - fee_units), 0) as units from refunds
    where merchant_id = ${merchant_id} and environment = ${environment} and chain = ${chain} and token = ${token}
      and status = 'processing' and covered_at is null`;
  return BigInt(row?.units ?? '0');
}
