/** In US dollars, as in test mode. POL is the token that the contract calls MATIC. */
export const defaultPrices = {
  ETH: '3000',
  SOL: '150',
  POL: '0.75',
  AVAX: '35',
  BNB: '600',
  USDC: '1',
  USDT: '1',
  DAI: '1',
  EUR: '1.08',
  GBP: '1.27',
  CAD: '0.73',
  AUD: '0.66',
} as const;
type PricedAsset = keyof typeof defaultPrices;
export type Prices = Record<PricedAsset, string>;

export function isPriced(name: string): name is PricedAsset {
  return Object.hasOwn(defaultPrices, name);
}
