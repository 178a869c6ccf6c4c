import type { Address } from 'viem';
import type { Asset } from '../../server/src/platform/config/rate-settings.ts';
import { marketName } from '../../server/src/treasury/prices/assets.ts';
import { feeds } from '../../server/src/treasury/prices/sources/chainlink.ts';
import type { Prices } from '../rates/prices.ts';

export type FeedAsset = keyof Prices;

/** Chainlink's feeds on arbitrum at the addresses that the service reads, by the name of the market. */
export const priceFeeds = Object.fromEntries(
  Object.entries(feeds).map(([asset, address]) => [marketName(asset as Asset), address]),
) as Record<FeedAsset, Address>;
