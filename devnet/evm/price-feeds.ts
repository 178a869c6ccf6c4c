import type { Address } from 'viem';

/** Chainlink's feeds on arbitrum, in US dollars with 8 decimals, at their real addresses. */
export const priceFeeds = {
  ETH: '0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612',
  SOL: '0x24ceA4b8ce57cdA5058b924B9B9987992450590c',
  POL: '0x82BA56a2fADF9C14f17D08bc51bDA0bDB83A8934',
  AVAX: '0x8bf61728eeDCE2F32c456454d87B5d6eD6150208',
  BNB: '0x6970460aabF80C5BE983C6b74e5D06dEDCA95D4A',
  USDC: '0x50834F3163758fcC1Df9973b6e91f0F0F0434aD3',
  USDT: '0x3f3f5dF88dC9F13eac63DF89EC16ef6e7E25DdE7',
  DAI: '0xc5C8E77B397E531B8EC06BFb0048328B30E9eCfB',
  EUR: '0xA14d53bC1F1c0F31B4aA3BD109344E5009051a84',
  GBP: '0x9C4424Fd84C6661F97D8d6b3fc3C1aAc2BeDd137',
  CAD: '0xf6DA27749484843c4F02f5Ad1378ceE723dD61d4',
  AUD: '0x9854e9a850e7C354c1de177eA953a6b1fba8Fc22',
} as const satisfies Record<string, Address>;
export type FeedAsset = keyof typeof priceFeeds;

/** Answers 0 while arbitrum's sequencer is up. */
export const sequencerFeed: Address = '0xFdB631F5EE196F0ed6FAa767959853A9F217697D';
