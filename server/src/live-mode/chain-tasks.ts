import type { ChainId } from '../chains/registry.ts';
import { createSolanaRpc } from '../chains/solana/solana-rpc.ts';
import type { Context } from '../context.ts';
import type { Task } from '../jobs/task.ts';
import { createSendTask } from '../transfers/tasks.ts';
import type { LiveChain } from '../watching/live-chain.ts';
import type { SolanaLiveChain } from '../watching/solana/solana-watcher.ts';
import { createWatchChainTasks } from '../watching/tasks.ts';
import { cursorOf } from '../watching/watching.ts';
import { checkChain, type Finding, sweepUnits } from './checks.ts';
import { liveChains, liveSolana } from './live-chains.ts';
import { createReconcileTask } from './reconcile-task.ts';
import { createLocalSigner } from './signer.ts';
import { checkSolana } from './solana-checks.ts';
import { createFillTask, freeAddresses } from './solana-filling.ts';
import { upsertStatus } from './status-store.ts';
import { loadWallet } from './wallets.ts';

const checkEveryMs = 30_000;

/** Checks and watches the chains that are on, and sends money on the EVM chains if this process has the wallet. */
export async function chainTasks(ctx: Context, vault: string): Promise<Task[]> {
  const { chains: settings, walletFile } = ctx.config;
  const chains = liveChains(settings, vault);
  const solana = liveSolana(settings);
  const fill = solana && walletFile ? createFillTask(walletFile) : null;
  const checkWithAddresses = async (ctx: Context, chain: SolanaLiveChain) => {
    // The first addresses first: without any the chain would be off until the next check.
    await fill?.run(ctx);
    return { problem: sentence(await checkSolanaNow(ctx, chain)), sweepUnits: null };
  };
  return [
    ...(fill ? [fill] : []),
    createCheckTask([
      ...chains.map((chain) => ({ id: chain.id, look: (ctx: Context) => lookAtEvm(ctx, chain, vault) })),
      ...(solana ? [{ id: solana.id, look: (ctx: Context) => checkWithAddresses(ctx, solana) }] : []),
    ]),
    ...createWatchChainTasks(chains, solana),
    createReconcileTask(chains, vault),
    ...(await sendTasks(ctx, chains, vault)),
  ];
}

async function sendTasks(ctx: Context, chains: readonly LiveChain[], vault: string): Promise<Task[]> {
  const { walletFile } = ctx.config;
  if (walletFile !== null)
    return [createSendTask(chains, vault, createLocalSigner(await loadWallet(ctx, walletFile)))];
  ctx.log.warn('WALLET_FILE is not set: this process sends no live money');
  return [];
}

/** What a look at a chain found. */
interface Look {
  problem: string | null;
  sweepUnits: bigint | null;
}

interface CheckedChain {
  id: ChainId;
  look(ctx: Context): Promise<Look>;
}

/** Looks at each configured chain, so that the checkout offers only what works now. */
function createCheckTask(chains: readonly CheckedChain[]): Task {
  const known = new Map<string, string | null>();
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  return {
    name: 'check-chains',
    everyMs: checkEveryMs,
    async run(ctx) {
      if (ctx.clock.nowMs() - checkedAtMs < checkEveryMs) return 0;
      checkedAtMs = ctx.clock.nowMs();
      await Promise.all(
        chains.map(async (chain) => {
          const { problem, sweepUnits } = await lookAt(ctx, chain);
          const sweep_units = sweepUnits?.toString() ?? null;
          await upsertStatus(ctx.db, { chain: chain.id, checked_at: ctx.clock.now(), problem, sweep_units });
          if (known.get(chain.id) === problem) return;
          known.set(chain.id, problem);
          if (problem) ctx.log.warn({ chain: chain.id, problem }, 'live chain is off');
          else ctx.log.info({ chain: chain.id }, 'live chain is on');
        }),
      );
      await ctx.liveChains.refresh();
      return chains.length;
    },
    nextDueAt: async () => null,
  };
}

async function lookAt(ctx: Context, chain: CheckedChain): Promise<Look> {
  const cursor = await cursorOf(ctx.db, chain.id);
  if (cursor?.halted_reason)
    return {
      problem: `Halted: ${cursor.halted_reason}. Run "causeway chains resume ${chain.id}".`,
      sweepUnits: null,
    };
  return chain.look(ctx);
}

async function lookAtEvm(ctx: Context, chain: LiveChain, vault: string): Promise<Look> {
  const rpc = ctx.openRpc({ urls: chain.rpcUrls, chainId: chain.chainId, nowMs: ctx.clock.nowMs });
  try {
    const problem = sentence(await checkChain(rpc, chain, vault));
    return { problem, sweepUnits: problem === null ? await sweepUnits(rpc) : null };
  } finally {
    await rpc.close();
  }
}

/** For the task and for `causeway chains check`. */
export async function checkSolanaNow(
  ctx: Pick<Context, 'db' | 'clock'>,
  chain: SolanaLiveChain,
): Promise<Finding[]> {
  const rpc = createSolanaRpc(chain.genesisHash, { urls: chain.rpcUrls, nowMs: ctx.clock.nowMs });
  try {
    return await checkSolana(rpc, chain, await freeAddresses(ctx.db));
  } finally {
    await rpc.close();
  }
}

function sentence(findings: Finding[]): string | null {
  const wrong = findings.filter(({ todo }) => todo !== null);
  return wrong.length === 0
    ? null
    : wrong.map(({ what, found, todo }) => `${what}: ${found}. ${todo}`).join(' ');
}
