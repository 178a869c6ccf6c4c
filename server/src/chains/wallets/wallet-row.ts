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
  /** Pays the gas of payments by signature, unless another signer does. */
  evm_settler: string;
  solana_treasury: string;
  /** Set while its money is moved to another treasury. */
  solana_next_treasury: string | null;
  solana_fee_payer: string;
  solana_trader: string;
  created_at: Date;
}
