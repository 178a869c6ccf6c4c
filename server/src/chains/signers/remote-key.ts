import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Address } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { toHex } from 'viem/utils';
import { SignerError } from './signer-error.ts';

export type Curve = 'secp256k1' | 'Ed25519';

/** A key that signs elsewhere. Whoever asks checks what it answers. Throws a SignerError. */
export interface RemoteKey {
  readonly kind: string;
  /** 64 bytes of secp256k1 (x and y), or 32 bytes of Ed25519. */
  publicKey(): Promise<Uint8Array>;
  /** 64 bytes: r and s of the Keccak-256 of these bytes, or the Ed25519 signature of the bytes themselves. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** The bytes of a public key as services give it, in DER or PEM. Throws if it is of another curve. */
export function publicKeyBytes(given: Uint8Array | string, curve: Curve): Uint8Array {
  const { crv, x = '', y = '' } = keyIn(given).export({ format: 'jwk' });
  if (crv !== curve) throw new SignerError(`the key is of ${crv ?? 'another kind'}, and must be of ${curve}`);
  return Buffer.concat([Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
}

function keyIn(given: Uint8Array | string): KeyObject {
  try {
    return typeof given === 'string'
      ? createPublicKey(given)
      : createPublicKey({ key: Buffer.from(given), format: 'der', type: 'spki' });
  } catch {
    throw new SignerError('it answers with something that is no public key');
  }
}

/** The address of a secp256k1 key. */
export function evmAddress(publicKey: Uint8Array): Address {
  return publicKeyToAddress(toHex(Buffer.concat([Buffer.from([4]), publicKey])));
}
