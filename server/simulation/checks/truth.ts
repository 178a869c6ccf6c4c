import type { Cast } from '../cast.ts';
import { type Address, balanceOf, type ModelBlock, type PaymentTransaction } from '../chain/block.ts';
import { lower } from '../chain/vault-model.ts';
import { usdc, vault } from '../operator.ts';

export const tokens: Record<'USDC' | 'ETH', Address | null> = { USDC: usdc, ETH: null };

/** Money that reached addresses of ours, on the chain as it is now. */
export interface Received extends PaymentTransaction {
  block: ModelBlock;
}

export function received({ world, shop }: Cast): Received[] {
  const ours = new Set(shop.orders.flatMap(({ deposit }) => deposit?.address ?? []));
  return canonical(world.chain.tip).flatMap((block) =>
    block.transactions.flatMap((one) =>
      one.kind === 'payment' && !block.failed.has(one) && ours.has(one.to) ? [{ ...one, block }] : [],
    ),
  );
}

export function atDeposits({ world, shop }: Cast, token: Address | null): bigint {
  const addresses = new Set(shop.orders.flatMap(({ deposit }) => deposit?.address ?? []));
  return [...addresses].reduce((sum, one) => sum + balanceOf(world.chain.tip.state, token, one), 0n);
}

export function inVault({ world }: Cast, token: Address | null): bigint {
  return balanceOf(world.chain.tip.state, token, lower(vault));
}

/** Oldest first. */
export function canonical(tip: ModelBlock): ModelBlock[] {
  const blocks: ModelBlock[] = [];
  for (let block: ModelBlock | null = tip; block; block = block.parent) blocks.push(block);
  return blocks.reverse();
}
