import type { Fragment, Sql } from './client.ts';

/** Which of the due rows a task claims: all but some, or one alone. */
export type Claim = { except: readonly string[] } | { only: string };

/** The condition on the column with the rows' ids. */
export function isClaimed(sql: Sql, column: string, claim: Claim): Fragment {
  if ('only' in claim) return sql`and ${sql(column)} = ${claim.only}`;
  return claim.except.length === 0 ? sql`` : sql`and ${sql(column)} <> all(${[...claim.except]}::text[])`;
}
