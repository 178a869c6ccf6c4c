import type { Context } from '../app/context.ts';
import { selectSkipped } from '../chains/deposits/solana/solana-pool.ts';
import { liveSolana } from '../chains/setup/live-chains.ts';
import { createSolanaNode } from '../chains/solana/node.ts';
import { withSolana } from '../chains/solana/solana-rpc.ts';
import { tokenAccountOf } from '../chains/solana/token-account.ts';
import type { SolanaLiveChain } from '../chains/watching/solana/solana-watcher.ts';
import { formatUnits } from '../lib/money.ts';
import { type Command, UsageError } from './command.ts';
import { withContext } from './database.ts';
import { print } from './output.ts';

const maxAddresses = 10_000;

export const skippedAddressCommands: Command[] = [
  {
    name: 'wallet skipped-addresses',
    usage: '',
    summary:
      'List Solana deposit addresses that were skipped after a restored backup and hold money, for "payments recover".',
    options: {},
    args: [],
    async run(values) {
      const rows = await withContext((ctx) => {
        const chain = liveSolana(ctx.config.chains);
        if (!chain) throw new UsageError('Solana is not configured. Set SOLANA_RPC_URL.');
        return holding(ctx, chain);
      });
      print(values, rows);
    },
  },
];

async function holding(ctx: Context, chain: SolanaLiveChain) {
  const { usdcMint } = chain;
  const addresses = await selectSkipped(ctx.db, maxAddresses);
  const accounts = await Promise.all(
    addresses.map(async (address) => [
      { account: address, mint: null },
      { account: await tokenAccountOf(address, usdcMint), mint: usdcMint },
    ]),
  );
  return withSolana(ctx, chain, async (rpc) => {
    const balances = await createSolanaNode(rpc).balances(accounts.flat(), 0);
    return addresses.flatMap((address, index) => {
      const [sol, usdc] = [balances[2 * index]?.units ?? 0n, balances[2 * index + 1]?.units ?? 0n];
      return sol > 0n || usdc > 0n ? [{ address, SOL: formatUnits(sol, 9), USDC: formatUnits(usdc, 6) }] : [];
    });
  });
}
