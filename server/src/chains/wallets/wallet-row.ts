/** The addresses of the operator's wallet. */
export interface WalletRow {
  evm_operator: string;
  evm_vault: string;
  /** Null in wallets made before there were any, until a worker loads the wallet file. */
  solana_treasury: string | null;
  solana_fee_payer: string | null;
  solana_trader: string | null;
  created_at: Date;
}
