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
  sign(transaction: Unsigned): Promise<Hex>;
}
