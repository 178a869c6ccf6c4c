/** The addresses of the operator's wallet. */
export interface WalletRow {
  /** Signs on EVM chains now. */
  evm_operator: string;
  /** Set while the operator is moved to another key. */
  evm_next_operator: string | null;
  /** The vault's address is made from it. */
  evm_first_operator: string;
  evm_vault: string;
  /** The first EVM account of the words in WALLET_FILE. */
  file_account: string;
  solana_treasury: string;
  solana_fee_payer: string;
  solana_trader: string;
  created_at: Date;
}
