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
 * Compares the operator's native balance with the ledger at the newest final block. A surplus is a top-up; a deficit
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
  const [balance = 0n] = await nodes.reads.balances({ number, hash: block.hash }, [operator]);
  const count = await nodes.sender.countAt(operator, number);
  const moved = await ctx.db.begin((tx: Sql) => book(ctx, tx, { chain, operator, number, balance, count }));
  logMoved(ctx, { chain: chain.id, block: number, payer: operator }, moved);
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
