import type { Context } from '../../../../app/context.ts';
import type { Finding } from '../../../../chains/setup/checks.ts';
import { createSolanaSenderNode } from '../../../../chains/solana/sender-node.ts';
import { withSolana } from '../../../../chains/solana/solana-rpc.ts';
import { selectedWallet } from '../../../../chains/wallets/wallets.ts';
import type { SolanaLiveChain } from '../../../../chains/watching/solana/solana-watcher.ts';
import { selectTreasuries } from '../../../../chains/watching/solana/treasury-accounts.ts';
import { formatUnits } from '../../../../lib/money.ts';
import { moneyIn } from './empty-treasury.ts';

/** For `causeway chains check`: money of merchants that no worker can send, since the treasury was moved. */
export async function checkFormerTreasuries(ctx: Context, chain: SolanaLiveChain): Promise<Finding[]> {
  const { solana_treasury: current } = await selectedWallet(ctx);
  const former = (await selectTreasuries(ctx.db)).filter((one) => one !== current);
  if (former.length === 0) return [];
  return withSolana(ctx, chain, async (rpc) => {
    const node = createSolanaSenderNode(rpc);
    return await Promise.all(
      former.map(async (address) => {
        const { USDC, SOL } = await moneyIn(node, chain, address);
        const todo = 'Run "causeway signers move-treasury" again.';
        return {
          what: 'another treasury',
          found: `${address} has ${formatUnits(USDC, 6)} USDC and ${formatUnits(SOL, 9)} SOL`,
          todo: USDC > 0n || SOL > 0n ? todo : null,
        };
      }),
    );
  });
}
