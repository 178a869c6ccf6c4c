import type { SigningRequest } from '../../../server/src/pages/checkout/checkout-state.ts';
import type { EvmProvider } from './evm-provider.ts';
import { codeOf, messageOf, WalletProblem } from './wallet-problem.ts';

/** A payment that a wallet has signed, as the service takes it. */
export interface SignedPayment {
  from: string;
  to: string;
  units: string;
  valid_after: string;
  valid_before: string;
  nonce: string;
  signature: string;
}

/** From signing to the end of the signature, by the clock of this device. */
const validSeconds = 1800;
const fields = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
];
const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

/** Asks the wallet to sign the payment. Null if it cannot sign such data: it is asked for a transaction then. */
export async function signEvm(
  provider: EvmProvider,
  { name, version, chain_id, contract, to, units }: SigningRequest,
  from: string,
): Promise<SignedPayment | null> {
  const nonce = `0x${[...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  const validBefore = String(Math.floor(Date.now() / 1000) + validSeconds);
  const data = {
    types: { EIP712Domain: domainFields, TransferWithAuthorization: fields },
    primaryType: 'TransferWithAuthorization',
    domain: { name, version, chainId: chain_id, verifyingContract: contract },
    message: { from, to, value: units, validAfter: '0', validBefore, nonce },
  };
  try {
    const params = [from, JSON.stringify(data)];
    const signature = await provider.request({ method: 'eth_signTypedData_v4', params });
    if (typeof signature !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(signature)) return null;
    return { from, to, units, valid_after: '0', valid_before: validBefore, nonce, signature };
  } catch (error) {
    if (isUnsupported(error)) return null;
    throw error instanceof Error ? error : new WalletProblem('other');
  }
}

function isUnsupported(error: unknown): boolean {
  const code = codeOf(error);
  const words = /not support|unsupported|not implement|unknown method|no such method|does not exist/i;
  return code === 4200 || code === -32601 || code === -32004 || words.test(messageOf(error));
}
