import type { Context } from '../../app/context.ts';
import { createEvmNode } from '../../chains/evm/node.ts';
import { createSolanaNode } from '../../chains/solana/node.ts';
import { withSolana } from '../../chains/solana/solana-rpc.ts';
import { tokenAccountOf } from '../../chains/solana/token-account.ts';
import type { LiveChain } from '../../chains/watching/live-chain.ts';
import type { SolanaLiveChain } from '../../chains/watching/solana/solana-watcher.ts';
import { selectTreasuries } from '../../chains/watching/solana/treasury-accounts.ts';
import { isToken, tokenDecimals } from '../../lib/chains/registry.ts';
import { formatUnits } from '../../lib/money.ts';
import { searchEvm } from '../../treasury/reconciliation/evm/search-evm.ts';
import { compareEvm, compareSolana } from '../../treasury/reconciliation/reconcile-task.ts';
import type { Comparison } from '../../treasury/reconciliation/reconciliation.ts';
import { searchSolana } from '../../treasury/reconciliation/solana/search-solana.ts';
import {
  bookSurplus,
  findSurplus,
  type IncomingTransfer,
  type Surplus,
} from '../../treasury/reconciliation/surplus.ts';
import { ask } from '../ask.ts';
import { type Command, UsageError, type Values } from '../command.ts';
import { withContext } from '../database.ts';
import { print } from '../output.ts';

/** How far back transactions are searched for, in blocks. */
const searched = 100_000;

export const surplusCommands: Command[] = [
  {
    name: 'ledger book-surplus',
    usage: 'CHAIN TOKEN [--from BLOCK] [--untraced] [--yes]',
    summary:
      "Book money as the operator's that somebody sent to the vault or the treasury for no payment. Shows its transactions and asks first.",
    help: [
      `--from BLOCK  search for the transactions from this block or slot on; by default the last ${searched}`,
      '--untraced    book also what no transaction was found for, such as native money that contracts sent',
      '--yes         do not ask',
    ],
    options: { from: { type: 'string' }, untraced: { type: 'boolean' }, yes: { type: 'boolean' } },
    args: ['chain', 'token'],
    async run(values, { chain = '', token = '' }) {
      print(values, await withContext((ctx) => book(ctx, values, chain, token)));
    },
  },
];

async function book(ctx: Context, values: Values, name: string, token: string) {
  await ctx.liveChains.refresh();
  const from = typeof values['from'] === 'string' ? Number(values['from']) : null;
  if (from !== null && !Number.isSafeInteger(from))
    throw new UsageError('--from must be the number of a block.');
  const evm = ctx.liveChains.evm().find(({ id }) => id === name);
  const solana = name === 'solana' ? ctx.liveChains.solana() : null;
  if (!evm && !solana) throw new UsageError(`"${name}" is not a configured live chain.`);
  const surplus = evm
    ? await onEvm(ctx, evm, token, from)
    : await onSolana(ctx, solana as SolanaLiveChain, token, from);
  if (surplus.units <= 0n)
    throw new UsageError(`${name} has no more ${token} than the ledger says. There is nothing to book.`);
  process.stderr.write(`${describe(surplus)}\n`);
  if (surplus.untraced > 0n && !values['untraced'])
    throw new UsageError(
      'No transaction was found for a part of it. Search further back with --from, or pass --untraced to book it all. Nothing was booked.',
    );
  if (!values['yes'] && (await ask("Book it as the operator's? [y/N] ")) !== 'y')
    throw new UsageError('Nothing was booked.');
  await bookSurplus(ctx, surplus);
  return { chain: name, booked: amount(surplus, surplus.units), transactions: surplus.transfers.length };
}

async function onEvm(ctx: Context, chain: LiveChain, token: string, from: number | null): Promise<Surplus> {
  const vault = ctx.liveChains.wallet()?.evm_vault ?? '';
  const compared = comparedIn(await compareEvm(ctx, chain, vault), chain.id, token);
  const contract = chain.tokens.find(({ symbol }) => symbol === token)?.address ?? null;
  const rpc = ctx.openRpc({ urls: chain.rpcUrls, chainId: chain.chainId, nowMs: ctx.clock.nowMs });
  try {
    const node = createEvmNode(rpc, chain.multicall);
    const first = from ?? Math.max(0, compared.blockNumber - searched);
    // Native money leaves no log.
    const search =
      contract === null ? nothing() : searchEvm(node, { contract, to: vault }, first, compared.blockNumber);
    return await findSurplus(ctx, chain.id, compared.comparison, search);
  } finally {
    await rpc.close();
  }
}

async function onSolana(
  ctx: Context,
  chain: SolanaLiveChain,
  token: string,
  from: number | null,
): Promise<Surplus> {
  const treasury = ctx.liveChains.wallet()?.solana_treasury ?? '';
  const compared = comparedIn(await compareSolana(ctx, chain), chain.id, token);
  const mint = token === 'SOL' ? null : chain.usdcMint;
  const account = mint === null ? treasury : await tokenAccountOf(treasury, mint);
  return withSolana(ctx, chain, async (rpc) => {
    const first = from ?? Math.max(0, compared.blockNumber - searched);
    const search = searchSolana(
      createSolanaNode(rpc),
      await selectTreasuries(ctx.db),
      { account, mint },
      first,
    );
    return await findSurplus(ctx, chain.id, compared.comparison, search);
  });
}

async function* nothing(): AsyncGenerator<IncomingTransfer[]> {}

function comparedIn(
  compared: { blockNumber: number; comparisons: Comparison[] } | null,
  chain: string,
  token: string,
): { blockNumber: number; comparison: Comparison } {
  const comparison = compared?.comparisons.find((one) => one.token === token);
  if (!compared) throw new UsageError(`${chain} was never read, or is halted.`);
  if (!comparison) throw new UsageError(`"${token}" is not a token on ${chain}.`);
  return { blockNumber: compared.blockNumber, comparison };
}

function describe(surplus: Surplus): string {
  const lines = surplus.transfers.map(
    ({ txHash, block, from, units }) =>
      `  ${amount(surplus, units)} from ${from ?? 'an unknown sender'} in ${txHash}, block ${block}`,
  );
  return [
    `${surplus.chain} has ${amount(surplus, surplus.units)} more than the ledger says.`,
    ...(lines.length > 0 ? ['It was sent for no payment:', ...lines] : []),
    ...(surplus.untraced > 0n ? [`No transaction was found for ${amount(surplus, surplus.untraced)}.`] : []),
  ].join('\n');
}

function amount({ chain, token }: Surplus, units: bigint): string {
  return `${isToken(token) ? formatUnits(units, tokenDecimals(chain, token)) : units} ${token}`;
}
