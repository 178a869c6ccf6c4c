import type { Context } from '../../app/context.ts';
import type { EvmNode } from '../../chains/evm/node.ts';
import type { SenderNode } from '../../chains/evm/sender-node.ts';
import { selectSettlers } from '../../chains/setup/settlers.ts';
import type { LiveChain } from '../../chains/watching/live-chain.ts';
import { type ChainId, nativeToken } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post } from '../ledger/ledger.ts';
import { gasMovedPosting } from '../ledger/postings.ts';
import { selectFinalBlock, selectGas } from './reconcile-store.ts';

/**
 * Compares the native money of the operator, and of the keys that pay for payments by signature, with the ledger at the
 * newest final block. A surplus is a top-up; a deficit
 * was withdrawn, or spent by somebody with the key. Both are booked against `outside`. Returns the booked units; null
 * if one of our transactions is mined and its cost not booked yet.
 */
export async function reconcileGas(
  ctx: Context,
  chain: LiveChain,
  operator: string,
  nodes: { reads: EvmNode; sender: SenderNode },
): Promise<bigint | null> {
  const block = await selectFinalBlock(ctx.db, chain.id);
  if (!block) return null;
  const number = Number(block.number);
  const settlers = (await selectSettlers(ctx.db)).filter((row) => row.chain === chain.id);
  const senders = [operator, ...settlers.map(({ address }) => address)];
  const balances = await nodes.reads.balances({ number, hash: block.hash }, senders);
  const balance = balances.reduce((sum, units) => sum + units, 0n);
  const counts: number[] = [];
  for (const sender of senders) counts.push(await nodes.sender.countAt(sender, number));
  const moved = await ctx.db.begin((tx: Sql) => book(ctx, tx, { chain, senders, number, balance, counts }));
  logMoved(ctx, { chain: chain.id, block: number, payer: operator }, moved);
  return moved;
}

async function book(
  ctx: Context,
  tx: Sql,
  at: { chain: LiveChain; senders: string[]; number: number; balance: bigint; counts: number[] },
): Promise<bigint | null> {
  const { chain, number } = at;
  const token = nativeToken(chain.id);
  const known = await selectGas(tx, chain.id, token, number, at);
  if (known.isUnderWay) return null;
  return bookMoved(ctx, tx, chain.id, number, at.balance - known.units);
}

/** Books the difference between chain and ledger at a block. Returns the units. */
export async function bookMoved(
  ctx: Context,
  tx: Sql,
  chain: ChainId,
  block: number,
  units: bigint,
): Promise<bigint> {
  const money = { environment: 'live', chain, token: nativeToken(chain) } as const;
  await post(tx, [gasMovedPosting(money, units, `gas ${chain} ${block}`, ctx.clock.now())]);
  return units;
}

/** Logs what was booked, if anything. */
export function logMoved(
  { log }: Context,
  at: { chain: ChainId; block: number; payer: string },
  moved: bigint | null,
): void {
  if (moved === null || moved === 0n) return;
  const found = { ...at, units: moved.toString(), token: nativeToken(at.chain) };
  if (moved > 0n) log.info(found, 'the operator got gas');
  else log.warn(found, 'gas left the operator by transactions that are not ours');
}
