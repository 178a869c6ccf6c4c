import type { Context } from '../../app/context.ts';
import { liveChains, liveSolana } from '../../chains/setup/live-chains.ts';
import { selectContested } from '../../chains/watching/solana/contested.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { checkLedger } from '../../treasury/ledger/checks.ts';
import { compareEvm, compareSolana } from '../../treasury/reconciliation/reconcile-task.ts';
import {
  type Comparison,
  differenceIn,
  isShort,
  selectStoppedChains,
} from '../../treasury/reconciliation/reconciliation.ts';
import { selectUnknownPayments } from '../../treasury/transfers/unknown-payments.ts';
import { type Command, UsageError } from '../command.ts';
import { withContext } from '../database.ts';
import { print } from '../output.ts';

export const ledgerCommands: Command[] = [
  {
    name: 'ledger check',
    usage: '',
    summary: 'Add up the whole ledger anew, and compare what we hold with every configured live chain.',
    options: {},
    args: [],
    async run(values) {
      const { rows, problems } = await withContext(check);
      print(values, rows);
      if (problems.length > 0) throw new UsageError(`The ledger is not right:\n${problems.join('\n')}`);
    },
  },
];

async function check(ctx: Context) {
  const { sums, problems } = await checkLedger(ctx.db);
  await ctx.liveChains.refresh();
  const vault = ctx.liveChains.wallet()?.evm_vault;
  const solana = liveSolana(ctx.config.chains);
  const chains =
    vault === undefined
      ? []
      : [
          ...liveChains(ctx.config.chains, vault).map((chain) => ({
            id: chain.id,
            look: () => compareEvm(ctx, chain, vault),
          })),
          ...(solana ? [{ id: solana.id, look: () => compareSolana(ctx, solana) }] : []),
        ];
  const onChain = new Map<string, bigint>();
  for (const chain of chains) {
    const compared = await compare(chain.id, chain.look);
    problems.push(...compared.problems);
    for (const { token, accounts } of compared.comparisons)
      for (const account of accounts) onChain.set(`${chain.id} ${token} ${account.kind}`, account.onChain);
  }
  for (const chain of await selectStoppedChains(ctx.db)) problems.push(`Payouts on ${chain} are stopped.`);
  for (const { chain, tx_hash } of await selectUnknownPayments(ctx.db))
    problems.push(`${chain}: a payment in ${tx_hash} is unknown. See "transfers unknown".`);
  for (const { tx_hash } of await selectContested(ctx.db))
    problems.push(
      `solana: ${tx_hash} names several payments and is credited to none. See "payments contested".`,
    );
  const rows = sums.map(({ environment, chain, token, account, accounts, units }) => ({
    environment,
    chain,
    token,
    account,
    accounts: Number(accounts),
    units,
    on_chain:
      environment === 'live' ? (onChain.get(`${chain} ${token} ${account}`)?.toString() ?? null) : null,
  }));
  return { rows, problems };
}

async function compare(
  id: ChainId,
  look: () => ReturnType<typeof compareEvm | typeof compareSolana>,
): Promise<{ comparisons: Comparison[]; problems: string[] }> {
  try {
    const compared = await look();
    if (!compared) return { comparisons: [], problems: [] };
    const { comparisons, blockNumber } = compared;
    const problems = comparisons
      .filter((comparison) => differenceIn(comparison) > 0n || isShort(comparison))
      .map((comparison) => sentence(id, blockNumber, comparison));
    return { comparisons, problems };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { comparisons: [], problems: [`${id} could not be compared: ${why}`] };
  }
}

function sentence(chain: string, block: number, comparison: Comparison): string {
  const difference = differenceIn(comparison);
  const size = difference < 0n ? -difference : difference;
  const accounts = comparison.accounts.map(
    ({ kind, ledger, onChain }) => `${kind} ${ledger} in the ledger and ${onChain} on chain`,
  );
  const word = difference < 0n ? 'less' : 'more';
  const todo = difference < 0n ? '' : ` See "ledger book-surplus ${chain} ${comparison.token}".`;
  return `${chain}, block ${block}: ${size} units of ${comparison.token} ${word} than the ledger says: ${accounts.join(', ')}.${todo}`;
}
