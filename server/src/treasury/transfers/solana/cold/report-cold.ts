import type { Context } from '../../../../app/context.ts';
import type { Finding } from '../../../../chains/setup/checks.ts';
import { chains, type Token } from '../../../../lib/chains/registry.ts';
import { formatUnits } from '../../../../lib/money.ts';
import type { Sql } from '../../../../platform/db/client.ts';
import { type ColdStatus, selectColdStatus, sumCold } from './cold-store.ts';

interface ColdReport extends ColdStatus {
  notedAt: Date;
  /** What the ledger has at cold addresses. */
  amounts: { token: Token; amount: string }[];
}

/** What a worker found last about hot and cold money on Solana; null where nothing is cold, and nothing shall be. */
export async function reportCold(sql: Sql): Promise<ColdReport | null> {
  const status = await selectColdStatus(sql);
  if (!status) return null;
  const amounts = await Promise.all(
    chains.solana.tokens.map(async ({ symbol, decimals }) => ({
      token: symbol,
      amount: formatUnits(await sumCold(sql, symbol), decimals),
    })),
  );
  return { ...status, amounts };
}

/** For `causeway chains check`. */
export async function checkCold({ db, config }: Pick<Context, 'db' | 'config'>): Promise<Finding[]> {
  const report = await reportCold(db);
  const { solanaCold } = config;
  if (!report && solanaCold === null)
    return [
      {
        what: 'cold',
        found: 'off: everything stays in the treasury, and a stolen worker can take it',
        todo: null,
      },
    ];
  const limit = solanaCold ? `at most ${solanaCold.maxUsd} USD stay hot` : 'off, and money is still there';
  if (!report) return [{ what: 'cold', found: `${limit}: no worker that sends has looked yet`, todo: null }];
  const there = report.amounts.map(({ amount, token }) => `${amount} ${token}`).join(', ');
  const hot = report.hotUsd === null ? '' : `, about ${report.hotUsd} USD in the treasury`;
  const todo = [
    ...(report.problem === null ? [] : [report.problem]),
    ...(report.refill === null ? [] : [`Send it from the cold address to the treasury: ${report.refill}.`]),
  ];
  return [
    {
      what: 'cold',
      found: `${limit}; ${there} at the cold address${hot}`,
      todo: todo.length === 0 ? null : `${todo.join(' ')} See docs/live-chains.md, "Little that is hot".`,
    },
  ];
}
