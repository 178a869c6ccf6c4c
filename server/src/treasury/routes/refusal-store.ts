import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { RouteState } from './states.ts';

interface Own {
  merchant_id: string;
  environment: string;
}
interface Asset {
  chain: ChainId;
  token: Token;
}
export type RefusedBalance = Own & Asset;

export async function upsertRefusal(
  sql: Sql,
  { merchant_id, environment, chain, token }: RefusedBalance,
  explanation: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into route_refusals (merchant_id, environment, chain, token, explanation, refused_at)
    values (${merchant_id}, ${environment}, ${chain}, ${token}, ${explanation}, ${now})
    on conflict (merchant_id, environment, chain, token)
    do update set explanation = excluded.explanation, refused_at = excluded.refused_at`;
}

export async function deleteRefusal(
  sql: Sql,
  { merchant_id, environment, chain, token }: RefusedBalance,
): Promise<void> {
  await sql`
    delete from route_refusals where merchant_id = ${merchant_id} and environment = ${environment}
      and chain = ${chain} and token = ${token}`;
}

export interface OutlookRow extends Asset {
  /** Null for a balance that was refused before it had a route. */
  status: RouteState | null;
  to_chain: ChainId | null;
  to_token: Token | null;
  text: string | null;
}

/** The open route of each balance, or why its last attempt failed. */
export async function selectOutlook(sql: Sql, own: Own): Promise<OutlookRow[]> {
  return sql<OutlookRow[]>`
    select distinct on (chain, token) chain, token, status, to_chain, to_token, text from (
      select chain, token, status, to_chain, to_token, coalesce(failure_message, problem) as text, created_at as at
      from routes where merchant_id = ${own.merchant_id} and environment = ${own.environment}
      union all
      select chain, token, null, null, null, explanation, refused_at from route_refusals
      where merchant_id = ${own.merchant_id} and environment = ${own.environment}
    ) as tried
    order by chain, token, at desc`;
}
