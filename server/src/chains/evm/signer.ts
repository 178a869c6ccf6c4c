import type { Hex } from 'viem';

/** A transaction to sign. */
interface Unsigned {
  chainId: number;
  nonce: number;
  to: string;
  data: Hex;
  value: bigint;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** Signs with the operator's key, which is in a sealed file or a remote service. */
export interface Signer {
  readonly address: string;
  /** Where the key is: `file`, `aws-kms`, … */
  readonly kind: string;
  sign(transaction: Unsigned): Promise<Hex>;
  /** Signs what can never be a transaction. Throws if it does not sign. */
  probe(): Promise<void>;
}
