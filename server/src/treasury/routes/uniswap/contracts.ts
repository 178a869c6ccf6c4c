import type { EvmChainId } from '../../../chains/evm/evm-chains.ts';
import type { ChainSettings } from '../../../platform/config/chain-settings.ts';

/** SwapRouter02, which also returns its WETH9, and QuoterV2. */
export interface UniswapContracts {
  router: string;
  quoter: string;
}

const original: UniswapContracts = {
  router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
  quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
};

/** From Uniswap's public lists. To be confirmed by a person before launch. */
const contracts: Record<EvmChainId, UniswapContracts> = {
  ethereum: original,
  polygon: original,
  arbitrum: original,
  optimism: original,
  base: {
    router: '0x2626664c2603336E57B271c5C0b26F421741e481',
    quoter: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
  },
  avalanche: {
    router: '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE',
    quoter: '0xbe0F5544EC67e9B3b2D979aaA43f18Fd87E6257F',
  },
  bsc: {
    router: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
    quoter: '0x78D78E420Da98ad378D7799bE8f4AF69033EB077',
  },
};

export function uniswapContracts(
  chain: EvmChainId,
  own: Pick<ChainSettings, 'uniswap'> = {},
): UniswapContracts {
  return own.uniswap ?? contracts[chain];
}
