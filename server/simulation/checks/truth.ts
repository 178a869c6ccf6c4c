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

/** What lies at our addresses and in the vault. */
export function held({ world, shop }: Cast, token: Address | null): bigint {
  const { state } = world.chain.tip;
  const addresses = new Set(shop.orders.flatMap(({ deposit }) => deposit?.address ?? []));
  return [lower(vault), ...addresses].reduce((sum, one) => sum + balanceOf(state, token, one), 0n);
}

/** Oldest first. */
export function canonical(tip: ModelBlock): ModelBlock[] {
  const blocks: ModelBlock[] = [];
  for (let block: ModelBlock | null = tip; block; block = block.parent) blocks.push(block);
  return blocks.reverse();
}
