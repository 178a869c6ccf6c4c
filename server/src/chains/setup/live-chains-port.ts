import type { ChainId } from '../../lib/chains/registry.ts';
import type { PaymentKey } from '../../lib/payment-key.ts';
import type { Chains, RequestedDeposit } from '../chains.ts';
import type { TokenDomain } from '../evm/authorization.ts';
import type { WalletTransaction } from '../wallet-request.ts';
import type { WalletRow } from '../wallets/wallet-row.ts';
import type { LiveChain } from '../watching/live-chain.ts';
import type { SolanaLiveChain } from '../watching/solana/solana-watcher.ts';

/** How a chain takes payments by signature. */
export interface Settling {
  /** Of USDC. */
  contract: string;
  /** Its name and version in signatures; null on Solana, where a transaction is signed. */
  domain: TokenDomain | null;
  /** The key that sends them. */
  settler: string;
  /** What one costs now, in the chain's own token. */
  units: bigint;
}

export interface LiveChains extends Chains {
  /** Reads again what the database knows of the wallet and the chains. */
  refresh(): Promise<void>;
  /** The EVM chains that are configured; none without a wallet. */
  evm(): LiveChain[];
  /** Null unless it is configured and the wallet has addresses there. */
  solana(): SolanaLiveChain | null;
  /** Null until "causeway wallet create". */
  wallet(): WalletRow | null;
  /** Why a configured chain is off; null when it is on. */
  problem(chain: ChainId): string | null;
  /** Configured chains that are off, and since when; null where no worker has looked yet. */
  off(): { chain: ChainId; since: Date | null }[];
  /** The transaction with which a connected wallet pays a deposit on Solana; null while that cannot be done. */
  walletTransaction(deposit: RequestedDeposit, payer: string): Promise<WalletTransaction | null>;
  /** Null while the chain takes no payments by signature: no worker has the key, or the key has no gas. */
  settling(chain: ChainId): Settling | null;
  /** Keeps the hash of a transaction that a customer says to have sent, for workers to look at. */
  keepHint(payment: PaymentKey, chain: ChainId, txHash: string): Promise<void>;
}
