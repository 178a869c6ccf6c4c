import type { Context } from '../app/context.ts';
import { createEvmNode, type EvmNode } from '../chains/evm/node.ts';
import { liveChains, liveSolana } from '../chains/setup/live-chains.ts';
import { createSolanaNode } from '../chains/solana/node.ts';
import { withSolana } from '../chains/solana/solana-rpc.ts';
import { tokenAccountOf } from '../chains/solana/token-account.ts';
import { selectedWallet } from '../chains/wallets/wallets.ts';
import { cursorOf } from '../chains/watching/cursors.ts';
import type { Watched } from '../chains/watching/evm/arrivals-in-block.ts';
import { rescan, watchedNow } from '../chains/watching/evm/rescan.ts';
import { lastBlockBefore, marginMs } from '../chains/watching/evm/start.ts';
import type { LiveChain } from '../chains/watching/live-chain.ts';
import { rescanTreasury } from '../chains/watching/solana/rescan-treasury.ts';
import type { SolanaLiveChain } from '../chains/watching/solana/solana-watcher.ts';
import { createTreasury, selectTreasuries } from '../chains/watching/solana/treasury-accounts.ts';
import { type Command, UsageError, type Values } from './command.ts';
import { withContext } from './database.ts';
import { print, type Row } from './output.ts';

export const rescanCommands: Command[] = [
  {
    name: 'chains rescan',
    usage: 'CHAIN --from BLOCK [--to BLOCK]',
    summary:
      'Read blocks again that were read before, for transfers that were not seen. What is known stays as it is.',
    help: [
      '--from BLOCK  the first block, on Solana the first slot',
      '--to BLOCK    the last one; by default the newest final block. On Solana always the newest',
    ],
    options: { from: { type: 'string' }, to: { type: 'string' } },
    args: ['chain'],
    async run(values, { chain: name = '' }) {
      print(values, await withContext((ctx) => rescanNamed(ctx, name, values)));
    },
  },
];

async function rescanNamed(ctx: Context, name: string, values: Values): Promise<Row> {
  const [from, to] = [numberIn(values, 'from'), numberIn(values, 'to')];
  if (from === null) throw new UsageError('--from is required.');
  const solana = liveSolana(ctx.config.chains);
  if (name === 'solana' && solana) {
    if (to !== null) throw new UsageError('On Solana the history is read to its end: leave --to out.');
    return rescanSolana(ctx, solana, from);
  }
  const chain = liveChains(ctx.config.chains, (await selectedWallet(ctx)).evm_vault).find(
    ({ id }) => id === name,
  );
  if (!chain) throw new UsageError(`"${name}" is not a configured live chain.`);
  return rescanEvm(ctx, chain, from, to);
}

async function rescanEvm(ctx: Context, chain: LiveChain, from: number, to: number | null): Promise<Row> {
  const final = await finalBlock(ctx, chain);
  if (from > final) throw new UsageError(`The newest final block of ${chain.id} is ${final}.`);
  const last = Math.min(to ?? final, final);
  const found = await withNode(ctx, chain, async (node) => {
    const watched = await watchedNow(ctx, chain);
    return readAgain(ctx, chain, node, watched, { from, to: last });
  });
  return { chain: chain.id, from, to: last, new_transfers: found };
}

/** Looks for what came to one address of ours since a time, in final blocks. Returns how many transfers were not known. */
export function rescanAddress(ctx: Context, chain: LiveChain, address: string, since: Date): Promise<number> {
  return withNode(ctx, chain, async (node) => {
    const to = await finalBlock(ctx, chain);
    if (to < 0) throw new UsageError(`${chain.id} was never read. Start a worker first.`);
    const from = await lastBlockBefore(node, since.getTime() - marginMs, 0, to);
    const watched = await watchedNow(ctx, chain, (one) => one === address);
    return readAgain(ctx, chain, node, watched, { from, to });
  });
}

const finalBlock = async ({ db }: Context, { id }: LiveChain) =>
  Number((await cursorOf(db, id))?.final_number ?? -1);

async function withNode<T>(ctx: Context, chain: LiveChain, use: (node: EvmNode) => Promise<T>): Promise<T> {
  const rpc = ctx.openRpc({ urls: chain.rpcUrls, chainId: chain.chainId, nowMs: ctx.clock.nowMs });
  try {
    return await use(createEvmNode(rpc, chain.multicall));
  } finally {
    await rpc.close();
  }
}

async function readAgain(
  ctx: Context,
  chain: LiveChain,
  node: EvmNode,
  watched: Watched,
  range: { from: number; to: number },
): Promise<number> {
  let [next, found] = [range.from, 0];
  try {
    for await (const part of rescan(ctx, chain, node, watched, range)) {
      next = part.to + 1;
      found += part.found;
      process.stderr.write(`${chain.id}: read to block ${part.to} of ${range.to}, ${found} new transfers\n`);
    }
    return found;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `Stopped before block ${next}: ${why}.\nGo on with "causeway chains rescan ${chain.id} --from ${next}".`,
    );
  }
}

async function rescanSolana(ctx: Context, chain: SolanaLiveChain, from: number): Promise<Row> {
  const addresses = await selectTreasuries(ctx.db);
  if (addresses.length === 0) throw new UsageError('There is no wallet yet. Run "causeway wallet create".');
  const treasury = await createTreasury(addresses, chain.usdcMint, tokenAccountOf);
  return withSolana(ctx, chain, async (rpc) => {
    const accounts = await rescanTreasury(ctx.db, createSolanaNode(rpc), treasury, from);
    return { chain: chain.id, from, accounts: accounts.join(', ') };
  });
}

function numberIn(values: Values, name: string): number | null {
  const given = values[name];
  if (given === undefined) return null;
  if (typeof given !== 'string' || !/^\d{1,15}$/.test(given))
    throw new UsageError(`--${name} must be the number of a block.`);
  return Number(given);
}
