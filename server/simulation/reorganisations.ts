import { ancestor, balanceOf, type ModelBlock, type PaymentTransaction } from './chain/block.ts';
import type { ModelChain } from './chain/model-chain.ts';
import { router } from './chain/swap-model.ts';
import type { Op } from './scheduler/scheduler.ts';
import type { Simulation } from './simulation.ts';

/** Half of the reorganisations wait until money is about to become final. */
export const isLate = (number: number) => number % 2 === 1;

/** Whether the service knows transactions in the oldest block that can still be replaced. */
export function hasLeavingMoney({ tip, read, facts }: ModelChain): boolean {
  const block = ancestor(tip, tip.number - facts.finalAfter + 1);
  return block !== null && block.transactions.length > 0 && read.has(block);
}

/** Whether a process asks for blocks after those that it knows, having seen the head before. */
export function readsBlocks({ kind, label }: Op, { facts }: ModelChain): boolean {
  const isOfChain = facts.settings.rpcUrls.some((url) => label.startsWith(`${new URL(url).host} `));
  return kind === 'rpc' && isOfChain && /getBlockByNumber x/.test(label) && !/latest|finalized/.test(label);
}

/** How deep the newest block is whose transactions the service knows, from 1; null when that is final. */
export function newestMoney({ tip, read, facts }: ModelChain): number | null {
  for (let depth = 0; depth < facts.finalAfter; depth++) {
    const block = ancestor(tip, tip.number - depth);
    if (block && block.transactions.length > 0 && read.has(block)) return depth + 1;
  }
  return null;
}

/** Blocks that were final, of those that a loss may replace. */
const lossDepth = 12;

/**
 * Money of a customer in one of the newest final blocks, which still lies where it came, and the depth of its block. Of a
 * payment that its merchant knows to be complete.
 */
export function losable(
  simulation: Simulation,
  chain: ModelChain,
): { payment: PaymentTransaction; depth: number } | null {
  const { tip, read, facts } = chain;
  if (!mayHappenAgain(chain)) return null;
  const completed = new Set(
    simulation.merchants.flatMap(({ shop, inbox }) =>
      shop.orders.flatMap(({ paymentId, deposit }) =>
        deposit && inbox.completed.has(paymentId) ? deposit.address : [],
      ),
    ),
  );
  for (let depth = facts.finalAfter; depth < facts.finalAfter + lossDepth; depth++) {
    const block = ancestor(tip, tip.number - depth);
    const payment = block && read.has(block) ? paymentIn(chain, block, completed) : undefined;
    if (payment) return { payment, depth };
  }
  return null;
}

function paymentIn(
  { tip, facts }: ModelChain,
  block: ModelBlock,
  to: ReadonlySet<string>,
): PaymentTransaction | undefined {
  return block.transactions.find(
    (one): one is PaymentTransaction =>
      one.kind === 'payment' &&
      to.has(one.to) &&
      one.token !== facts.stray &&
      !block.failed.has(one) &&
      balanceOf(tip.state, one.token, one.to) >= one.units,
  );
}

/** Whether the service knows transactions in the newest final block, which a deep reorganisation replaces. */
export function hasFinalMoney(chain: ModelChain): boolean {
  const { tip, read, facts } = chain;
  if (!mayHappenAgain(chain)) return false;
  const block = ancestor(tip, tip.number - facts.finalAfter);
  return block !== null && block.transactions.length > 0 && read.has(block);
}

/**
 * What is in replaced blocks must be able to happen again as it did: swaps, payments to somebody who was blocked since,
 * those that were held back, and signatures that had ended would not.
 */
function mayHappenAgain({ known, world, authorizations }: ModelChain): boolean {
  const hasSwapped = [...known.values()].some(({ to }) => to === router);
  return !hasSwapped && world.blocked.size === 0 && !world.limits.areUsed && !authorizations.hasReverted;
}

/**
 * How deep a reorganisation is that replaces `more` blocks which the service calls final; it may have read no further yet. The
 * oldest block that it keeps stays: a node that has none of them is taken for one of another chain.
 */
export async function deepDepth(
  { world }: Simulation,
  { tip, facts }: ModelChain,
  more: number,
): Promise<number> {
  const [known] = await world.database.query<{ final: number; oldest: number }>(`
    select final_number::int as final, min(b.number)::int as oldest
    from chain_cursors c join chain_blocks b using (chain) where chain = '${facts.id}' group by 1`);
  const { final, oldest } = known ?? { final: tip.number, oldest: 0 };
  return Math.min(tip.number - oldest, Math.max(facts.finalAfter, tip.number - final) + more);
}
