import { chains, tokenDecimals } from '../../lib/chains/registry.ts';
import { formatUnits } from '../../lib/money.ts';
import type { ChainsSettings } from '../../platform/config/chain-settings.ts';
import type { RequestedDeposit } from '../chains.ts';
import { type EvmChainId, evmChains } from '../evm/evm-chains.ts';
import { solanaChain } from '../solana/solana-chain.ts';

/** EIP-681, or Solana Pay. Several wallets misread the form for tokens, so pages show the plain address first. */
export function requestUri(
  settings: ChainsSettings,
  { chain, token, address, token_units: units }: Omit<RequestedDeposit, 'environment' | 'payment_id'>,
): string | null {
  const own = settings[chain];
  if (chain === 'solana') {
    const amount = formatUnits(BigInt(units), tokenDecimals(chain, token)).replace(/\.?0+$/, '');
    const mint = token === 'USDC' ? `&spl-token=${own?.contracts?.USDC ?? solanaChain.usdcMint}` : '';
    return `solana:${address}?amount=${amount}${mint}`;
  }
  const facts = evmChains[chain satisfies EvmChainId];
  const chainId = own?.chainId ?? facts.chainId;
  if (chains[chain].tokens[0]?.symbol === token) return `ethereum:${address}@${chainId}?value=${units}`;
  const contract = own?.contracts?.[token] ?? facts.contracts[token];
  return contract ? `ethereum:${contract}@${chainId}/transfer?address=${address}&uint256=${units}` : null;
}
