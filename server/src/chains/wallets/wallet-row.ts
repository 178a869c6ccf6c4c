/** The addresses of the operator's wallet. */
export interface WalletRow {
  evm_operator: string;
  evm_vault: string;
  /** Pays the gas of payments by signature, unless another signer does. */
  evm_settler: string;
  solana_treasury: string;
  solana_fee_payer: string;
  solana_trader: string;
  created_at: Date;
}
