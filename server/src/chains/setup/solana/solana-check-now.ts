import type { Context } from '../../../app/context.ts';
import { countFree } from '../../deposits/solana/solana-pool.ts';
import { withSolana } from '../../solana/solana-rpc.ts';
import { selectWallet } from '../../wallets/wallet-store.ts';
import type { SolanaLiveChain } from '../../watching/solana/solana-watcher.ts';
import type { Finding } from '../checks.ts';
import { checkSolana } from './solana-checks.ts';

/** For the task and for `causeway chains check`. */
export async function checkSolanaNow(
  ctx: Pick<Context, 'db' | 'clock' | 'openRpc'>,
  chain: SolanaLiveChain,
): Promise<Finding[]> {
  return withSolana(ctx, chain, async (rpc) => {
    const wallet = await selectWallet(ctx.db);
    return await checkSolana(rpc, chain, await countFree(ctx.db), wallet?.solana_fee_payer ?? null);
  });
}
