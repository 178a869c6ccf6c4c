import type { Db } from '../db/client.ts';
import { type AccountSumRow, selectAccountSums, selectProblems } from './check-store.ts';

const maxProblems = 100;

/** Adds everything up anew. Takes as long as the ledger is large, and disturbs nobody. */
export function checkLedger(db: Db): Promise<{ sums: AccountSumRow[]; problems: string[] }> {
  return db.begin('isolation level repeatable read read only', async (tx) => {
    await tx`set local statement_timeout = 0`;
    return { sums: await selectAccountSums(tx), problems: await selectProblems(tx, maxProblems) };
  });
}
