// Types only: web/checkout imports this.

/** What a browser wallet is asked for. */
export type WalletRequest = EvmWalletRequest | SolanaWalletRequest;

/** The service builds the transaction once the wallet's address is known. `chain` is as in the Wallet Standard. */
interface SolanaWalletRequest {
  family: 'solana';
  chain: string;
}

/** What is sent on an EVM chain (EIP-1193). Numbers are hex, as wallets take them. */
export interface EvmWalletRequest {
  family: 'evm';
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

/** For a connected wallet on Solana to sign and send. */
export interface WalletTransaction {
  /** Base64; null when the wallet could not send it. */
  transaction: string | null;
  /** What the wallet has too little of. */
  missing: 'tokens' | 'fee' | null;
}
