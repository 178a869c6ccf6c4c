import type { Config } from '../config.ts';
import type { Environment } from '../environment.ts';
import { sitePath } from '../public-urls.ts';
import { evmChains } from './evm-chains.ts';
import type { ChainId } from './registry.ts';

const solanaExplorer = 'https://solscan.io';

/** Where people look at a transaction: the chain's block explorer, or in test mode a page of our own. */
export function transactionUrl(
  { chains, publicUrl }: Pick<Config, 'chains' | 'publicUrl'>,
  environment: Environment,
  chain: ChainId,
  txHash: string,
): string {
  if (environment === 'test') return `${sitePath(publicUrl)}/simulated/${chain}/tx/${txHash}`;
  const explorer =
    chain === 'solana' ? solanaExplorer : (chains[chain]?.explorerUrl ?? evmChains[chain].explorerUrl);
  return `${explorer}/tx/${txHash}`;
}
