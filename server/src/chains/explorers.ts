import type { ChainId } from '../lib/chains/registry.ts';
import type { Environment } from '../lib/environment.ts';
import type { Config } from '../platform/config/config.ts';
import { sitePath } from '../platform/public-urls.ts';
import { evmChains } from './evm/evm-chains.ts';

const solanaExplorer = 'https://solscan.io';

/** Where people look at a transaction: the chain's block explorer, or in test mode a page of our own. */
export function transactionUrl(
  { chains, publicUrl }: Pick<Config, 'chains' | 'publicUrl'>,
  environment: Environment,
  chain: ChainId,
  txHash: string,
): string {
  if (environment === 'test') return `${sitePath(publicUrl)}/simulated/${chain}/tx/${txHash}`;
  return `${explorerOf(chains, chain)}/tx/${txHash}`;
}

/** Where people look at an address; null in test mode, which has no page for it. */
export function addressUrl(
  { chains }: Pick<Config, 'chains'>,
  environment: Environment,
  chain: ChainId,
  address: string,
): string | null {
  if (environment === 'test') return null;
  return `${explorerOf(chains, chain)}/${chain === 'solana' ? 'account' : 'address'}/${address}`;
}

function explorerOf(chains: Config['chains'], chain: ChainId): string {
  if (chain === 'solana') return solanaExplorer;
  return chains[chain]?.explorerUrl ?? evmChains[chain].explorerUrl;
}
