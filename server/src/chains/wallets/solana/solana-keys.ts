import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  pbkdf2Sync,
  sign,
} from 'node:crypto';
import { toBase58 } from '../../../lib/chains/base58.ts';

/** A key of SLIP-0010 for ed25519, where every step is hardened. */
interface Key {
  secret: Buffer;
  chainCode: Buffer;
}

/** How DER names an ed25519 private key of 32 bytes that follow. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
/** m/44'/501'/0': 501 is Solana's number in SLIP-0044. */
const accountPath = [44, 501, 0];
/** m/44'/501'/1'/0', 1' and 2': no index of a deposit address leads there. */
const treasuryPath = [44, 501, 1, 0];
const feePayerPath = [44, 501, 1, 1];
const traderPath = [44, 501, 1, 2];
/** m/44'/501'/2': below it are keys of accounts that calls of programs make. */
const madePath = [44, 501, 2];

/** The 64 bytes that BIP-39 makes of the words, without a passphrase. */
export function seedOf(words: string): Buffer {
  return pbkdf2Sync(words.normalize('NFKD'), 'mnemonic', 2048, 64, 'sha512');
}

/** Makes deposit addresses m/44'/501'/0'/index' of the operator's seed. */
export function createAddressMaker(seed: Buffer): (index: number) => string {
  const account = derive(seed, accountPath);
  return (index) => toBase58(publicKeyOf(childOf(account, index)));
}

/** Where deposits on Solana are swept to, and where refunds leave from. */
export function treasuryAddress(seed: Buffer): string {
  return toBase58(publicKeyOf(derive(seed, treasuryPath)));
}

/** Pays fees and rent, so that the treasury holds what the ledger says and nothing else. The operator sends it SOL. */
export function feePayerAddress(seed: Buffer): string {
  return toBase58(publicKeyOf(derive(seed, feePayerPath)));
}

/**
 * Signs exchanges. Programs of others get its signature and never the treasury's: it holds what is exchanged within one
 * transaction, and nothing before and after.
 */
export function traderAddress(seed: Buffer): string {
  return toBase58(publicKeyOf(derive(seed, traderPath)));
}

/** The address of the account that a call makes: it follows from the name, and is the same after a restored backup. */
export function madeAddress(seed: Buffer, name: string): string {
  return toBase58(publicKeyOf(madeKey(seed, name)));
}

function madeKey(seed: Buffer, name: string): Key {
  const digest = createHash('sha256').update(name).digest();
  return [0, 4, 8, 12].reduce(
    (key, at) => childOf(key, digest.readUInt32BE(at) % 2 ** 31),
    derive(seed, madePath),
  );
}

/** Which key signs: a deposit address is named by its index, an account that a call makes by its name. */
type SolanaKeyName = 'treasury' | 'fee payer' | 'trader' | number | { made: string };

/** Signs with keys of the operator's seed. */
export function createKeySigner(seed: Buffer): (name: SolanaKeyName, bytes: Uint8Array) => Uint8Array {
  const account = derive(seed, accountPath);
  const named = {
    treasury: derive(seed, treasuryPath),
    'fee payer': derive(seed, feePayerPath),
    trader: derive(seed, traderPath),
  };
  const keyNamed = (name: SolanaKeyName): Key => {
    if (typeof name === 'number') return childOf(account, name);
    return typeof name === 'string' ? named[name] : madeKey(seed, name.made);
  };
  return (name, bytes) => sign(null, bytes, privateKeyOf(keyNamed(name)));
}

function derive(seed: Buffer, path: readonly number[]): Key {
  const master = keyOf(createHmac('sha512', 'ed25519 seed').update(seed).digest());
  return path.reduce(childOf, master);
}

function childOf({ secret, chainCode }: Key, index: number): Key {
  const data = Buffer.alloc(37);
  secret.copy(data, 1);
  data.writeUInt32BE(index + 2 ** 31, 33);
  return keyOf(createHmac('sha512', chainCode).update(data).digest());
}

function keyOf(digest: Buffer): Key {
  return { secret: digest.subarray(0, 32), chainCode: digest.subarray(32) };
}

function privateKeyOf({ secret }: Key): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8, secret]), format: 'der', type: 'pkcs8' });
}

function publicKeyOf(key: Key): Buffer {
  return createPublicKey(privateKeyOf(key)).export({ format: 'der', type: 'spki' }).subarray(-32);
}
