/** The addresses of the operator's wallet. */
export interface WalletRow {
  evm_operator: string;
  evm_vault: string;
  /** Null in wallets made before there was one, until a worker loads the wallet file. */
  solana_treasury: string | null;
  created_at: Date;
}
