import type { Context } from '../../app/context.ts';
import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { describe } from './providers/limits.ts';
import { type OutlookRow, type RefusedBalance, selectOutlook, upsertRefusal } from './refusal-store.ts';

export { deleteRefusal as forgetRefusal } from './refusal-store.ts';

/** Stores why a balance cannot be exchanged, for the dashboard. */
export function keepRefusal(ctx: Context, balance: RefusedBalance, explanation: string): Promise<void> {
  return upsertRefusal(ctx.db, balance, explanation, ctx.clock.now());
}

/** What the dashboard shows beside balances that are to be exchanged. */
export async function routeOutlook(
  sql: Sql,
  own: { merchant_id: string; environment: string },
): Promise<{ chain: ChainId; token: Token; text: string }[]> {
  return (await selectOutlook(sql, own)).flatMap((row) => {
    const text = sentence(row);
    return text === null ? [] : [{ chain: row.chain, token: row.token, text }];
  });
}

function sentence({ status, to_chain, to_token, text }: OutlookRow): string | null {
  const into = to_chain && to_token ? describe({ chain: to_chain, token: to_token }) : '';
  switch (status) {
    case 'completed':
      return null;
    case 'processing':
      return `Being exchanged into ${into}.${text ? ` ${text}` : ''}`;
    case 'stuck':
      return `Its exchange into ${into} waits for the operator.`;
    case 'failed':
      return `The last exchange into ${into} failed. ${text ?? ''}`.trim();
    case null:
      return `Could not be exchanged. ${text ?? ''}`.trim();
  }
}
