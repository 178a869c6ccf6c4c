import { createFillTask } from '../chains/deposits/solana/fill-solana-pool.ts';
import {
  createSkipUsedAddresses,
  type SkipUsedAddresses,
} from '../chains/deposits/solana/skip-used-addresses.ts';
import { createHintTask } from '../chains/hints/hint-task.ts';
import { checkChain, type Finding, sweepUnits } from '../chains/setup/checks.ts';
import { findHotOwner } from '../chains/setup/evm/hot-owner.ts';
import { liveChains, liveSolana } from '../chains/setup/live-chains.ts';
import { checkSolanaNow } from '../chains/setup/solana/solana-check-now.ts';
import { openOperatorSigner, openSettlerSigner, openSolanaSigner } from '../chains/signers/open-signers.ts';
import { createSolanaNode } from '../chains/solana/node.ts';
import { createSolanaSenderNode } from '../chains/solana/sender-node.ts';
import { withSolana } from '../chains/solana/solana-rpc.ts';
import { loadWallet, selectedWallet } from '../chains/wallets/wallets.ts';
import type { LiveChain } from '../chains/watching/live-chain.ts';
import type { SolanaLiveChain } from '../chains/watching/solana/solana-watcher.ts';
import { createWatchChainTasks } from '../chains/watching/tasks.ts';
import { credit } from '../payments/credit/credit.ts';
import { holdPayment } from '../payments/payment/payments.ts';
import type { Task } from '../platform/jobs/task.ts';
import { createReconcileTask } from '../treasury/reconciliation/reconcile-task.ts';
import { createRouteTask } from '../treasury/routes/tasks.ts';
import { createSettlingLane } from '../treasury/transfers/authorizations/evm/settling-lane.ts';
import { createSendingLane } from '../treasury/transfers/sending-lane.ts';
import { createSendTask } from '../treasury/transfers/tasks.ts';
import { createCheckTask, type Look } from './check-chains.ts';
import type { Context } from './context.ts';

/** Checks and watches the chains that are on, and sends money on them if this process has the wallet. */
export async function chainTasks(ctx: Context, vault: string): Promise<Task[]> {
  const { chains: settings, walletFile } = ctx.config;
  const chains = liveChains(settings, vault);
  const solana = liveSolana(settings);
  const fill = solana && walletFile ? createFillTask(walletFile) : null;
  const skipUsed = createSkipUsedAddresses();
  const checkWithAddresses = async (ctx: Context, chain: SolanaLiveChain) => {
    // The first addresses first: without any the chain would be off until the next check.
    await fill?.run(ctx);
    const unsafe = await skipUsedOn(ctx, chain, skipUsed);
    const problem = unsafe ?? sentence(await checkSolanaNow(ctx, chain));
    return {
      problem,
      sweepUnits: null,
      leastNative: problem === null ? await rentOfAddress(ctx, chain) : null,
      hotOwner: null,
    };
  };
  return [
    ...(fill ? [fill] : []),
    createCheckTask([
      ...chains.map((chain) => ({ id: chain.id, look: (ctx: Context) => lookAtEvm(ctx, chain, vault) })),
      ...(solana ? [{ id: solana.id, look: (ctx: Context) => checkWithAddresses(ctx, solana) }] : []),
    ]),
    ...createWatchChainTasks(chains, solana),
    createHintTask(chains, async (tx, key) => {
      const payment = await holdPayment(tx, key);
      if (payment) await credit(ctx, tx, [payment]);
    }),
    createReconcileTask(chains, vault, solana),
    createRouteTask(),
    ...(await sendTasks(ctx, chains, solana, vault)),
  ];
}

async function sendTasks(
  ctx: Context,
  chains: readonly LiveChain[],
  solana: SolanaLiveChain | null,
  vault: string,
): Promise<Task[]> {
  const { walletFile } = ctx.config;
  const wallet = walletFile === null ? null : await loadWallet(ctx, walletFile);
  const row = await selectedWallet(ctx);
  const signer = await openOperatorSigner(ctx, row, wallet);
  if (!signer)
    ctx.log.warn('Neither WALLET_FILE nor OPERATOR_SIGNER is set: this process sends no live money');
  else if (solana && !wallet) ctx.log.warn('WALLET_FILE is not set: this process sends nothing on Solana');
  const solanaSigner = solana && wallet && (await openSolanaSigner(ctx, row, wallet));
  const settler = await openSettlerSigner(ctx, row, wallet);
  if (!signer && !settler && !solanaSigner) return [];
  // Loaded on demand: most processes have no Solana.
  const solanaLanes = solanaSigner ? await loadSolanaLanes() : [];
  return [
    createSendTask((ctx) => [
      ...(signer ? chains.map((chain) => createSendingLane(ctx, chain, vault, signer)) : []),
      ...(settler ? chains.map((chain) => createSettlingLane(ctx, chain, vault, settler)) : []),
      ...(solana && solanaSigner ? solanaLanes.map((create) => create(ctx, solana, solanaSigner)) : []),
    ]),
  ];
}

async function loadSolanaLanes() {
  const [{ createSolanaSendingLane }, { createSolanaSettlingLane }] = await Promise.all([
    import('../treasury/transfers/solana/solana-lane.ts'),
    import('../treasury/transfers/authorizations/solana/solana-settling-lane.ts'),
  ]);
  return [createSolanaSendingLane, createSolanaSettlingLane];
}

async function lookAtEvm(ctx: Context, chain: LiveChain, vault: string): Promise<Look> {
  const rpc = ctx.openRpc({ urls: chain.rpcUrls, chainId: chain.chainId, nowMs: ctx.clock.nowMs });
  try {
    const problem = sentence(await checkChain(rpc, chain, vault));
    if (problem !== null) return { problem, sweepUnits: null, leastNative: null, hotOwner: null };
    const hotOwner = await findHotOwner(ctx, rpc, chain, vault);
    return { problem, sweepUnits: await sweepUnits(rpc), leastNative: null, hotOwner };
  } finally {
    await rpc.close();
  }
}

/** Why addresses cannot be given out safely; null if those that were given out before a restore are skipped. */
async function skipUsedOn(
  ctx: Context,
  chain: SolanaLiveChain,
  skipUsed: SkipUsedAddresses,
): Promise<string | null> {
  try {
    await withSolana(ctx, chain, (rpc) =>
      skipUsed(ctx, createSolanaNode(rpc), [chain.usdcMint, ...chain.strays]),
    );
    return null;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `deposit addresses: it is not known whether they were used before: ${why}. Check SOLANA_RPC_URL.`;
  }
}

/** What Solana keeps in each account: less than this cannot arrive at a new address. Null when the node does not say. */
function rentOfAddress(ctx: Context, chain: SolanaLiveChain): Promise<bigint | null> {
  return withSolana(ctx, chain, (rpc) => createSolanaSenderNode(rpc).rentFor(0)).catch(() => null);
}

function sentence(findings: Finding[]): string | null {
  const wrong = findings.filter(({ todo }) => todo !== null);
  return wrong.length === 0
    ? null
    : wrong.map(({ what, found, todo }) => `${what}: ${found}. ${todo}`).join(' ');
}
