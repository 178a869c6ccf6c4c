/** The addresses of the operator's wallet. */
export interface WalletRow {
  evm_operator: string;
  evm_vault: string;
  solana_treasury: string;
  solana_fee_payer: string;
  solana_trader: string;
  created_at: Date;
}
