import type { EvmChainId } from '../../../chains/evm/evm-chains.ts';
import type { ChainSettings } from '../../../platform/config/chain-settings.ts';

/** SwapRouter02 and QuoterV2, and what both must name: the factory of the pools, and WETH9. Unknown for own contracts. */
export interface UniswapContracts {
  router: string;
  quoter: string;
  factory?: string;
  wrapper?: string;
}

const original = {
  router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
  quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
  factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
};

/** From Uniswap's public lists. Workers compare what they answer before they are used. */
const contracts: Record<EvmChainId, UniswapContracts> = {
  ethereum: { ...original, wrapper: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' },
  polygon: { ...original, wrapper: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270' },
  arbitrum: { ...original, wrapper: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1' },
  optimism: { ...original, wrapper: '0x4200000000000000000000000000000000000006' },
  base: {
    router: '0x2626664c2603336E57B271c5C0b26F421741e481',
    quoter: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
    factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
    wrapper: '0x4200000000000000000000000000000000000006',
  },
  avalanche: {
    router: '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE',
    quoter: '0xbe0F5544EC67e9B3b2D979aaA43f18Fd87E6257F',
    factory: '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD',
    wrapper: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
  },
  bsc: {
    router: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
    quoter: '0x78D78E420Da98ad378D7799bE8f4AF69033EB077',
    factory: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
    wrapper: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
  },
};

export function uniswapContracts(
  chain: EvmChainId,
  own: Pick<ChainSettings, 'uniswap'> = {},
): UniswapContracts {
  return own.uniswap ?? contracts[chain];
}
