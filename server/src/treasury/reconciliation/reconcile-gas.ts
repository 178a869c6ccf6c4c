import type { Context } from '../../app/context.ts';
import type { EvmNode } from '../../chains/evm/node.ts';
import type { SenderNode } from '../../chains/evm/sender-node.ts';
import type { LiveChain } from '../../chains/watching/live-chain.ts';
import { type ChainId, nativeToken } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post } from '../ledger/ledger.ts';
import { gasMovedPosting } from '../ledger/postings.ts';
import { selectFinalBlock, selectGas } from './reconcile-store.ts';

/**
 * Compares the operator's native money with the ledger at the newest final block. What came beside our own transactions is
 * a top-up; what left beside them was spent by somebody with the key, or withdrawn. Both are booked against `outside`.
 * Null when a transaction of ours is mined and its cost not known yet. Returns the units that were booked.
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
  const [balance = 0n] = await nodes.reads.balances({ number, hash: block.hash }, [operator]);
  const count = await nodes.sender.countAt(operator, number);
  const moved = await ctx.db.begin((tx: Sql) => book(ctx, tx, { chain, operator, number, balance, count }));
  tellMoved(ctx, { chain: chain.id, block: number, payer: operator }, moved);
  return moved;
}

async function book(
  ctx: Context,
  tx: Sql,
  at: { chain: LiveChain; operator: string; number: number; balance: bigint; count: number },
): Promise<bigint | null> {
  const { chain, number } = at;
  const token = nativeToken(chain.id);
  const known = await selectGas(tx, chain.id, token, at.operator, number, at.count);
  if (known.isUnderWay) return null;
  return bookMoved(ctx, tx, chain.id, number, at.balance - known.units);
}

/** Books what the ledger does not know of at a block. Returns the units. */
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

/** Tells the operator, unless nothing was compared or found. */
export function tellMoved(
  { log }: Context,
  at: { chain: ChainId; block: number; payer: string },
  moved: bigint | null,
): void {
  if (moved === null || moved === 0n) return;
  const found = { ...at, units: moved.toString(), token: nativeToken(at.chain) };
  if (moved > 0n) log.info(found, 'the operator got gas');
  else log.warn(found, 'gas left the operator by transactions that are not ours');
}
