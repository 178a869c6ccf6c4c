import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { generatePrivateKey, privateKeyToAccount, sign as signHash } from 'viem/accounts';
import { toBase58 } from '../../../src/lib/chains/base58.ts';

/** A key as a service outside holds it. */
export interface TestKey {
  /** On its chain. */
  address: string;
  publicKey: KeyObject;
  /** Of a digest in DER, or of a message. */
  sign(bytes: Uint8Array): Promise<Buffer>;
}

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

export function newEvmKey(): TestKey & { compact(digest: Uint8Array): Promise<Buffer> } {
  const privateKey = generatePrivateKey();
  const account = privateKeyToAccount(privateKey);
  const point = Buffer.from(account.publicKey.slice(4), 'hex');
  const [x = '', y = ''] = [point.subarray(0, 32), point.subarray(32)].map((part) =>
    part.toString('base64url'),
  );
  const compact = async (digest: Uint8Array) => {
    const { r, s } = await signHash({ hash: `0x${Buffer.from(digest).toString('hex')}`, privateKey });
    return Buffer.concat([Buffer.from(r.slice(2), 'hex'), Buffer.from(s.slice(2), 'hex')]);
  };
  return {
    address: account.address,
    publicKey: createPublicKey({ key: { kty: 'EC', crv: 'secp256k1', x, y }, format: 'jwk' }),
    compact,
    sign: async (digest) => derOf(await compact(digest)),
  };
}

export function newSolanaKey(): TestKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const publicKey = createPublicKey(privateKey);
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return { address: toBase58(bytes), publicKey, sign: async (message) => sign(null, message, privateKey) };
}

/** The same signature with the other s, which chains refuse. */
export function otherS(der: Buffer): Buffer {
  const length = der[3] ?? 0;
  const r = der.subarray(4, 4 + length);
  const s = BigInt(`0x${der.subarray(6 + length).toString('hex')}`);
  const other = (order - s).toString(16).padStart(64, '0');
  return derOf(Buffer.concat([lastBytes(r), Buffer.from(other, 'hex')]));
}

export function derOf(compact: Buffer): Buffer {
  const integers = [compact.subarray(0, 32), compact.subarray(32)].map((word) => {
    const start = word.findIndex((byte) => byte !== 0);
    const digits = start < 0 ? word.subarray(31) : word.subarray(start);
    const value = (digits[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), digits]) : digits;
    return Buffer.concat([Buffer.from([2, value.length]), value]);
  });
  const body = Buffer.concat(integers);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]);
}

const lastBytes = (bytes: Buffer) => Buffer.concat([Buffer.alloc(32), bytes]).subarray(-32);

/** A service account's key, in PEM. */
export function newAccountKey(): { pem: string; publicKey: KeyObject } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  return { pem, publicKey: createPublicKey(createPrivateKey(pem)) };
}
