import type { RefusalReason } from '../../payments/authorizations/refusals.ts';

/** The words of the reference facilitators, where they have one. */
const onEvm: Partial<Record<RefusalReason, string>> = {
  NOT_OFFERED: 'invalid_exact_evm_network_mismatch',
  WRONG_TOKEN: 'invalid_exact_evm_asset_mismatch',
  WRONG_RECIPIENT: 'invalid_exact_evm_recipient_mismatch',
  WRONG_AMOUNT: 'invalid_exact_evm_authorization_value',
  TOO_EARLY: 'invalid_exact_evm_payload_authorization_valid_after',
  ENDS_TOO_SOON: 'invalid_exact_evm_payload_authorization_valid_before',
  MALFORMED: 'invalid_payload',
  INVALID_SIGNATURE: 'invalid_exact_evm_signature',
  UNDEPLOYED_WALLET: 'invalid_exact_evm_signature',
  AUTHORIZATION_USED: 'invalid_exact_evm_nonce_already_used',
  INSUFFICIENT_FUNDS: 'invalid_exact_evm_insufficient_balance',
  WOULD_FAIL: 'invalid_exact_evm_transaction_simulation_failed',
  ALREADY_SETTLED: 'duplicate_settlement',
};

const onSolana: Partial<Record<RefusalReason, string>> = {
  NOT_OFFERED: 'invalid_exact_svm_network_mismatch',
  WRONG_TOKEN: 'invalid_exact_svm_payload_mint_mismatch',
  WRONG_RECIPIENT: 'invalid_exact_svm_payload_recipient_mismatch',
  WRONG_AMOUNT: 'invalid_exact_svm_payload_amount_mismatch',
  MALFORMED: 'invalid_payload',
  UNEXPECTED_TRANSACTION: 'invalid_exact_svm_payload_transaction',
  TOO_MUCH_GAS: 'invalid_exact_svm_payload_transaction_instructions_compute_price_instruction_too_high',
  INVALID_SIGNATURE: 'invalid_exact_svm_payload_signature_invalid',
  WOULD_FAIL: 'invalid_exact_svm_transaction_simulation_failed',
  ALREADY_SETTLED: 'duplicate_settlement',
};

export function standardReason(reason: RefusalReason, network = ''): string {
  const words = network.startsWith('solana:') ? onSolana : onEvm;
  return words[reason] ?? reason.toLowerCase();
}
