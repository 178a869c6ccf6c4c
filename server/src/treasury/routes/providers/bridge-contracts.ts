import type { Address } from 'viem';
import { messageTransmitter, tokenMessenger } from '../cctp/contracts.ts';
import { lifiDiamond } from '../lifi/contracts.ts';
import type { ProviderName } from './provider.ts';

/** The only contracts that calls of bridges go to, on every chain, and the only ones that may spend. */
export const bridgeContracts: Record<Exclude<ProviderName, 'uniswap'>, readonly Address[]> = {
  cctp: [tokenMessenger, messageTransmitter],
  lifi: [lifiDiamond],
};
