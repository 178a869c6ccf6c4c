import type { Hex } from 'viem';

/** A transaction as it is signed. */
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

/** Holds the operator's key: a sealed file on this machine, or a service elsewhere. */
export interface Signer {
  readonly address: string;
  sign(transaction: Unsigned): Promise<Hex>;
}
