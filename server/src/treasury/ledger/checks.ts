import type { Db } from '../../platform/db/client.ts';
import { type AccountSumRow, selectAccountSums, selectProblems } from './check-store.ts';
import { selectOwedShort } from './shortage-store.ts';

const maxProblems = 100;

/** Adds everything up anew. Takes as long as the ledger is large, and disturbs nobody. */
export function checkLedger(db: Db): Promise<{ sums: AccountSumRow[]; problems: string[] }> {
  return db.begin('isolation level repeatable read read only', async (tx) => {
    await tx`set local statement_timeout = 0`;
    const short = (await selectOwedShort(tx)).map(
      ({ environment, chain, token, units }) =>
        `${environment} ${chain} ${token}: ${units} units more are owed than are held`,
    );
    return {
      sums: await selectAccountSums(tx),
      problems: [...short, ...(await selectProblems(tx, maxProblems))],
    };
  });
}
