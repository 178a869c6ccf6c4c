import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';

export interface WatchedKey {
  chain: ChainId;
  key: 'operator' | 'settler' | 'treasury' | 'fee payer';
  kind: string;
  address: string;
}

/** What a signer did last. `problem_since` stays while it has a problem, also if the reason changes. */
export async function upsertSigner(
  sql: Sql,
  { chain, key, kind, address }: WatchedKey,
  problem: string | null,
  now: Date,
): Promise<void> {
  await sql`
    insert into signers as known (chain, key, kind, address, problem, problem_since, asked_at)
    values (${chain}, ${key}, ${kind}, ${address}, ${problem}, ${problem === null ? null : now}, ${now})
    on conflict (chain, key) do update set kind = excluded.kind, address = excluded.address, problem = excluded.problem,
      problem_since = case when excluded.problem is not null then coalesce(known.problem_since, excluded.problem_since) end,
      asked_at = excluded.asked_at`;
}
