import type { Address } from 'viem';
import { messageTransmitter, tokenMessenger } from '../cctp/contracts.ts';
import { lifiDiamond } from '../lifi/evm/contracts.ts';
import type { ProviderName } from './provider.ts';

/** The only allowed targets and spenders for bridges, on every chain. */
export const bridgeContracts: Record<Exclude<ProviderName, 'uniswap'>, readonly Address[]> = {
  cctp: [tokenMessenger, messageTransmitter],
  lifi: [lifiDiamond],
};
