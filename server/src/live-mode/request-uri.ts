import type { ChainsSettings } from '../chain-settings.ts';
import type { RequestedDeposit } from '../chains/chains.ts';
import { type EvmChainId, evmChains } from '../chains/evm-chains.ts';
import { chains } from '../chains/registry.ts';

/** EIP-681. Several wallets misread the form for tokens, so pages show the plain address first. */
export function requestUri(
  settings: ChainsSettings,
  { chain, token, address, token_units: units }: Omit<RequestedDeposit, 'environment' | 'payment_id'>,
): string | null {
  if (chain === 'solana') return null;
  const own = settings[chain];
  const facts = evmChains[chain satisfies EvmChainId];
  const chainId = own?.chainId ?? facts.chainId;
  if (chains[chain].tokens[0]?.symbol === token) return `ethereum:${address}@${chainId}?value=${units}`;
  const contract = own?.contracts?.[token] ?? facts.contracts[token];
  return contract ? `ethereum:${contract}@${chainId}/transfer?address=${address}&uint256=${units}` : null;
}
