import { tokens } from '../../lib/chains/registry.ts';
import type { Asset } from '../../platform/config/rate-settings.ts';

export type AssetKind = 'volatile' | 'stable' | 'fiat';

const stablecoins: readonly Asset[] = ['USDC', 'USDT', 'DAI', 'BUSD'];

export function kindOf(asset: Asset): AssetKind {
  if (stablecoins.includes(asset)) return 'stable';
  return tokens.some((token) => token === asset) ? 'volatile' : 'fiat';
}

/** The symbol on markets. Polygon's MATIC became POL in 2024, one for one. */
export function marketName(asset: Asset): string {
  return asset === 'MATIC' ? 'POL' : asset;
}
