import { chains, shownSymbol } from '../../lib/chains/registry.ts';
import type { ChainsSettings } from '../../platform/config/chain-settings.ts';
import type { RequestedDeposit } from '../chains.ts';
import { type EvmChainId, evmChains } from '../evm/evm-chains.ts';
import { solanaChain } from '../solana/solana-chain.ts';
import type { EvmWalletRequest, WalletRequest } from '../wallet-request.ts';

/** `transfer(address,uint256)` of ERC-20. Written out: `serve` answers without loading viem. */
const transferSelector = '0xa9059cbb';

/** What pays a deposit from a browser wallet. On Solana such wallets pay into the treasury. */
export function walletRequest(
  settings: ChainsSettings,
  { chain, token, address, token_units: units }: Omit<RequestedDeposit, 'environment' | 'payment_id'>,
  treasury: string | null = null,
): WalletRequest | null {
  if (chain === 'solana') return treasury === null ? null : solanaRequest(settings);
  const own = settings[chain];
  const facts = evmChains[chain satisfies EvmChainId];
  const isNative = chains[chain].tokens[0]?.symbol === token;
  const contract = isNative ? null : (own?.contracts?.[token] ?? facts.contracts[token] ?? null);
  if (!isNative && contract === null) return null;
  const amount = toHex(BigInt(units));
  return {
    family: 'evm',
    chain_id: toHex(BigInt(own?.chainId ?? facts.chainId)),
    contract,
    units: amount,
    transaction:
      contract === null
        ? { to: address, value: amount, data: '0x' }
        : { to: contract, value: '0x0', data: `${transferSelector}${word(address)}${word(amount)}` },
    add_chain: addedChain(settings, chain),
  };
}

function solanaRequest({ solana }: ChainsSettings): WalletRequest {
  const isMain = (solana?.genesisHash ?? solanaChain.genesisHash) === solanaChain.genesisHash;
  return { family: 'solana', chain: isMain ? 'solana:mainnet' : 'solana:localnet' };
}

/** The operator's own node is not named: its URL may contain a key. */
function addedChain(settings: ChainsSettings, chain: EvmChainId): EvmWalletRequest['add_chain'] {
  const own = settings[chain];
  const facts = evmChains[chain];
  const isPublic = own?.chainId === undefined || own.chainId === facts.chainId;
  const rpcUrl = own?.walletRpcUrl ?? (isPublic ? facts.publicRpcUrl : null);
  const [native] = chains[chain].tokens;
  if (rpcUrl === null || !native) return null;
  const symbol = shownSymbol('live', native.symbol);
  return {
    chainId: toHex(BigInt(own?.chainId ?? facts.chainId)),
    chainName: chains[chain].name,
    nativeCurrency: { name: symbol, symbol, decimals: native.decimals },
    rpcUrls: [rpcUrl],
    blockExplorerUrls: [own?.explorerUrl ?? facts.explorerUrl],
  };
}

function toHex(value: bigint): string {
  return `0x${value.toString(16)}`;
}

/** 32 bytes, zeros in front. */
function word(hex: string): string {
  return hex.slice(2).toLowerCase().padStart(64, '0');
}
