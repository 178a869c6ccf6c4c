import type { EvmNode } from '../chains/evm/node.ts';
import type { SenderNode } from '../chains/evm/sender-node.ts';
import { nativeToken } from '../chains/registry.ts';
import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { post } from '../ledger/ledger.ts';
import { gasMovedPosting } from '../ledger/postings.ts';
import type { LiveChain } from '../watching/live-chain.ts';
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
  const { id } = chain;
  const moved = await ctx.db.begin((tx: Sql) => book(ctx, tx, { chain, operator, number, balance, count }));
  if (moved === null || moved === 0n) return moved;
  const found = { chain: id, block: number, units: moved.toString(), token: nativeToken(id), operator };
  if (moved > 0n) ctx.log.info(found, 'the operator got gas');
  else ctx.log.warn(found, 'gas left the operator by transactions that are not ours');
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
  const moved = at.balance - known.units;
  const source = `gas ${chain.id} ${number}`;
  await post(tx, [
    gasMovedPosting({ environment: 'live', chain: chain.id, token }, moved, source, ctx.clock.now()),
  ]);
  return moved;
}
