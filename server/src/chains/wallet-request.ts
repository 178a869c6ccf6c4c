// Types only: web/checkout imports this.

/** What a browser wallet is asked to send on an EVM chain (EIP-1193). Numbers are hex, as wallets take them. */
export interface WalletRequest {
  chain_id: string;
  /** Of the token that is sent; null for native money. */
  contract: string | null;
  units: string;
  transaction: { to: string; value: string; data: string };
  /** For wallets that do not know the chain (EIP-3085); null where nobody can tell them about it. */
  add_chain: AddedChain | null;
}

interface AddedChain {
  chainId: string;
  chainName: string;
  nativeCurrency: { name: string; symbol: string; decimals: number };
  rpcUrls: string[];
  blockExplorerUrls: string[];
}
