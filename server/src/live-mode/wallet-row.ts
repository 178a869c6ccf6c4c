/** The addresses of the operator's wallet. */
export interface WalletRow {
  evm_operator: string;
  evm_vault: string;
  created_at: Date;
}
