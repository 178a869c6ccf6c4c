import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { fromBase58 } from '../../../lib/chains/base58.ts';
import type { RemoteKey } from '../remote-key.ts';
import { SignerError } from '../signer-error.ts';

/** A key of Solana that signs elsewhere. */
export interface SolanaKey {
  readonly address: string;
  readonly kind: string;
  sign(message: Uint8Array): Promise<Uint8Array>;
  /** Signs what can never be a transaction. Throws if it does not. */
  probe(): Promise<void>;
}

/** Begins as messages that are not for the chain do, which no transaction can. */
const probe = Buffer.from('\xffsolana offchaincauseway probe', 'latin1');

/** Signs with a key elsewhere, which must be that of the address. The result is its signature of this message, or an error. */
export function createRemoteSolanaKey(key: RemoteKey, address: string): SolanaKey {
  const x = Buffer.from(fromBase58(address) ?? []).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const sign = (message: Uint8Array) => signatureOf(key, publicKey, address, message);
  return {
    address,
    kind: key.kind,
    sign,
    async probe() {
      await sign(probe);
    },
  };
}

async function signatureOf(
  key: RemoteKey,
  publicKey: KeyObject,
  address: string,
  message: Uint8Array,
): Promise<Uint8Array> {
  const signature = await key.sign(message);
  if (signature.length !== 64) throw new SignerError('it answers with something that is no signature');
  if (!verify(null, message, publicKey, signature))
    throw new SignerError(
      `it signed with another key than that of ${address}, or something else than was asked`,
    );
  return signature;
}
