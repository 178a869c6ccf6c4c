import type { Context } from '../app/context.ts';
import { createEvmNode } from '../chains/evm/node.ts';
import { createRpc, type Rpc } from '../chains/rpc/rpc.ts';
import { checkQuorum } from '../chains/setup/check-quorum.ts';
import { checkSettling } from '../chains/setup/check-settling.ts';
import { checkSigners } from '../chains/setup/check-signers.ts';
import { checkChain, type Finding } from '../chains/setup/checks.ts';
import { checkLogs } from '../chains/setup/evm/check-logs.ts';
import { checkOwner } from '../chains/setup/evm/check-owner.ts';
import { deploy, isDeployed, planDeployment } from '../chains/setup/evm/deploy-vault.ts';
import { accountsInFile, hotOwnerOf } from '../chains/setup/evm/hot-owner.ts';
import { liveChains, liveSolana } from '../chains/setup/live-chains.ts';
import { checkSolanaNow } from '../chains/setup/solana/solana-check-now.ts';
import type { WalletRow } from '../chains/wallets/wallet-row.ts';
import { loadWallet, selectedWallet } from '../chains/wallets/wallets.ts';
import { cursorOf } from '../chains/watching/cursors.ts';
import { planResume, type ResumePlan, resumeChain } from '../chains/watching/evm/resume-chain.ts';
import type { LiveChain } from '../chains/watching/live-chain.ts';
import { type ChainId, chains, tokenDecimals } from '../lib/chains/registry.ts';
import { formatTokenAmount } from '../lib/money.ts';
import { checkRoutes } from '../treasury/routes/providers/check-contracts.ts';
import { withEngine } from '../treasury/routes/providers/providers.ts';
import { checkCold } from '../treasury/transfers/solana/cold/report-cold.ts';
import { checkFormerTreasuries } from '../treasury/transfers/solana/move/check-former-treasuries.ts';
import { ask } from './ask.ts';
import { type Command, UsageError } from './command.ts';
import { withContext } from './database.ts';
import { print } from './output.ts';
import { operatorSigner } from './wallet.ts';

export const chainCommands: Command[] = [
  {
    name: 'chains check',
    usage: '',
    summary: 'Compare every configured live chain with what this service expects, and say what to do.',
    options: {},
    args: [],
    async run(values) {
      const rows = await withContext(async (ctx) => {
        const row = await selectedWallet(ctx);
        const vault = row.evm_vault;
        const evm = liveChains(ctx.config.chains, vault);
        const solana = liveSolana(ctx.config.chains);
        const all = [
          ...evm.map((chain) => ({
            id: chain.id,
            check: () => withRpc(chain, (rpc) => checkForOperator(ctx, rpc, chain, row)),
          })),
          ...(solana
            ? [
                {
                  id: solana.id,
                  check: async () => [
                    ...(await checkSolanaNow(ctx, solana)),
                    ...(await checkCold(ctx)),
                    ...(await checkFormerTreasuries(ctx, solana)),
                    ...(await checkSettling(ctx.db, solana, ctx.config)),
                  ],
                },
              ]
            : []),
        ];
        if (all.length === 0)
          throw new UsageError('No live chain is configured. Set ETHEREUM_RPC_URL or another.');
        await ctx.liveChains.refresh();
        const found = await Promise.all(all.map(({ check }) => check()));
        const routes = await findRoutes(ctx, all);
        const quorum = await Promise.all(all.map(({ id }) => checkQuorum(ctx, id)));
        const { walletFile } = ctx.config;
        const wallet = walletFile === null ? null : await loadWallet(ctx, walletFile);
        const signers = await checkSigners(ctx, row, wallet, solana !== null);
        return [
          ...signers.evm.map((finding) => lineOf('evm', finding)),
          ...signers.solana.map((finding) => lineOf('solana', finding)),
          ...all.flatMap((chain, index) =>
            [...(found[index] ?? []), ...(quorum[index] ?? []), ...(routes[index] ?? [])].map((finding) =>
              lineOf(chain.id, finding),
            ),
          ),
        ];
      });
      print(values, rows);
      if (rows.some(({ todo }) => todo !== null))
        throw new UsageError('Not everything is right: see the column "todo".');
    },
  },
  {
    name: 'chains deploy',
    usage: 'CHAIN [--file PATH] [--yes]',
    summary: 'Deploy the vault on a live chain. Shows the cost and asks first.',
    options: { file: { type: 'string' }, yes: { type: 'boolean' } },
    args: ['chain'],
    async run(values, { chain: name = '' }) {
      const result = await withContext(async (ctx) => {
        const chain = await configured(ctx, name);
        const row = await selectedWallet(ctx);
        const signer = await operatorSigner(ctx, row, values);
        return withRpc(chain, async (rpc) => {
          const vault = row.evm_vault;
          if (await isDeployed(rpc, vault)) return { chain: chain.id, vault, tx_hash: null };
          const plan = await planDeployment(rpc, signer.address, row.evm_first_operator).catch(
            (error: unknown) => unlessThere(rpc, vault, error),
          );
          if (!plan) return { chain: chain.id, vault, tx_hash: null };
          const cost = amountOn(chain, plan.maxCost);
          if (plan.balance < plan.maxCost)
            throw new UsageError(
              `${plan.from} has ${amountOn(chain, plan.balance)} and needs ${cost} on ${chain.id}. Send it there first.`,
            );
          if (!values['yes'] && (await ask(`Deploy the vault for at most ${cost}? [y/N] `)) !== 'y')
            throw new UsageError('Nothing was sent.');
          const hash = await deploy(rpc, chain, signer, row.evm_first_operator, plan).catch(
            (error: unknown) => unlessThere(rpc, vault, error),
          );
          return { chain: chain.id, vault: plan.vault, tx_hash: hash };
        });
      });
      print(values, result);
    },
  },
  {
    name: 'chains resume',
    usage: 'CHAIN [--yes]',
    summary:
      'Let a chain go on that halted because final blocks were replaced. Says what it means and asks first.',
    options: { yes: { type: 'boolean' } },
    args: ['chain'],
    async run(values, { chain: name = '' }) {
      const result = await withContext(async (ctx) => {
        const chain = await configured(ctx, name);
        const plan = await withRpc(chain, (rpc) =>
          planResume(ctx.db, createEvmNode(rpc, chain.multicall), chain.id),
        );
        if (!plan) throw new UsageError(`${chain.id} is not halted.`);
        const { fork, finalArrivals, haltedReason } = plan;
        if (!values['yes'] && (await ask(whatResumingMeans(chain, plan))) !== 'y')
          throw new UsageError('Nothing was changed.');
        if (!(await resumeChain(ctx, chain.id, plan)))
          throw new UsageError(`${chain.id} has changed meanwhile. Run the command again.`);
        return {
          chain: chain.id,
          halted_reason: haltedReason,
          resumed_at_block: fork.number,
          final_arrivals_abandoned: finalArrivals,
        };
      });
      print(values, result);
    },
  },
];

const lineOf = (chain: string, { what, found, todo }: Finding) => ({ chain, what, found, todo });

function whatResumingMeans({ id }: LiveChain, { haltedReason, fork, finalArrivals }: ResumePlan): string {
  return [
    `${id} halted: ${haltedReason}.`,
    `Its node now agrees with what was read up to block ${fork.number} (${fork.time.toISOString()}).`,
    `Resuming reads the chain again from there. ${countOf(finalArrivals)} that counted as final ${finalArrivals === 1 ? 'is' : 'are'} above`,
    'that block. Transactions that the chain has again count again. For completed payments whose money does not',
    'come back, merchants get payment.reversed; these payments stay completed.',
    'Compare the node with a block explorer first: a wrong or lagging node looks the same.',
    `Resume ${id}? [y/N] `,
  ].join('\n');
}

function countOf(count: number): string {
  return count === 1 ? '1 arrival' : `${count} arrivals`;
}

/**
 * What workers check, whether the chain has halted, and, if the node answers rightly, who owns the vault and whether the
 * node can show that no payment is hidden.
 */
async function checkForOperator(
  ctx: Context,
  rpc: Rpc,
  chain: LiveChain,
  { evm_vault: vault, evm_operator: operator }: WalletRow,
): Promise<Finding[]> {
  const found = [...(await checkChain(rpc, chain, vault)), ...(await checkHalted(ctx, chain.id))];
  const isWrong = found.some(({ what, todo }) => todo !== null && (what === 'node' || what === 'chain id'));
  return isWrong
    ? found
    : [
        ...found,
        ...(await checkOwner(
          rpc,
          vault,
          { operator, inFile: await accountsInFile(ctx) },
          await hotOwnerOf(ctx.db, chain.id),
        )),
        ...(await checkLogs(rpc, chain)),
        ...(await checkSettling(ctx.db, chain, ctx.config)),
      ];
}

async function checkHalted(ctx: Context, chain: ChainId): Promise<Finding[]> {
  const cursor = await cursorOf(ctx.db, chain);
  if (!cursor?.halted_reason) return [];
  const since = cursor.halted_at?.toISOString() ?? 'unknown';
  const todo = `Compare the node with a block explorer, then run "causeway chains resume ${chain}".`;
  return [{ what: 'reading', found: `halted since ${since}: ${cursor.halted_reason}`, todo }];
}

/** The contracts that routes call, chain by chain. Nothing is looked at while routing is off. */
async function findRoutes(ctx: Context, all: readonly { id: ChainId }[]): Promise<Finding[][]> {
  if (!ctx.config.routing.on) return [];
  const found = await withEngine(ctx, ({ providers }) =>
    Promise.all(all.map(({ id }) => checkRoutes(ctx, providers, id))),
  );
  return found ?? [];
}

/** Anyone may deploy the vault, with the same result: a deployment that fails because it is there is none to worry about. */
async function unlessThere(rpc: Rpc, vault: string, error: unknown): Promise<null> {
  if (await isDeployed(rpc, vault)) return null;
  throw error;
}

export async function configured(ctx: Context, name: string): Promise<LiveChain> {
  const all = liveChains(ctx.config.chains, (await selectedWallet(ctx)).evm_vault);
  const chain = all.find(({ id }) => id === name);
  if (chain) return chain;
  if (name === 'solana') throw new UsageError('Solana has no vault: there is nothing to deploy.');
  const known = all.map(({ id }) => id).join(', ') || 'none';
  throw new UsageError(`"${name}" is not a configured live chain. Configured: ${known}.`);
}

export async function withRpc<T>(
  { rpcUrls, chainId }: LiveChain,
  work: (rpc: Rpc) => Promise<T>,
): Promise<T> {
  const rpc = createRpc({ urls: rpcUrls, chainId, nowMs: Date.now });
  try {
    return await work(rpc);
  } finally {
    await rpc.close();
  }
}

export function amountOn({ id }: LiveChain, units: bigint): string {
  const symbol = chains[id].tokens[0]?.symbol ?? 'ETH';
  return `${formatTokenAmount(units, tokenDecimals(id, symbol))} ${symbol}`;
}
