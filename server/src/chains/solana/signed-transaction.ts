import { createHash, createPublicKey, verify } from 'node:crypto';
import type {
  CompiledTransactionMessage,
  CompiledTransactionMessageWithLifetime,
  Transaction,
} from '@solana/kit';
import { fromBase58 } from '../../lib/chains/base58.ts';
import { loadOnce } from '../../lib/load-once.ts';

/** A transaction that a payer signed, and whose fee somebody else pays. */
export interface SignedTransaction {
  /** Base64, without a signature of the fee payer: whatever stood there is no part of what the payer gave. */
  wire: string;
  /** What is signed. */
  message: Uint8Array;
  /** SHA-256 of it in hex. The chain takes each message once, so this is what tells transactions apart. */
  hash: string;
  /** The account that signs beside the fee payer. Empty if there is none. */
  from: string;
  /** Its signature. */
  signature: Uint8Array;
  blockhash: string;
  signers: number;
  readonlySigners: number;
  /** Accounts of lookup tables are not among them. */
  keys: string[];
  /** By place in `keys`. */
  writable: boolean[];
  hasTables: boolean;
  instructions: SignedInstruction[];
}

interface SignedInstruction {
  program: string;
  /** Places in `keys`. */
  accounts: readonly number[];
  data: Buffer;
}

/** Solana's limit for a transaction. */
const maxBytes = 1232;
const signatureBytes = 64;

// On demand: most processes have no Solana.
const load = loadOnce(() => import('@solana/kit'));

/** Null unless the text is a transaction as wallets write it: without trailing bytes, and in one form only. */
export async function readSigned(text: string): Promise<SignedTransaction | null> {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > maxBytes || bytes.toString('base64') !== text) return null;
  const found = await decoded(bytes);
  if (!found) return null;
  const { transaction, message } = found;
  const { numSignerAccounts: signers, numReadonlySignerAccounts: readonlySigners } = message.header;
  const keys: string[] = [...message.staticAccounts];
  const fixed = keys.length - message.header.numReadonlyNonSignerAccounts;
  // One byte with the number of signatures comes before them.
  if (signers < 1 || bytes[0] !== signers) return null;
  const own = bytes.subarray(1 + signatureBytes, 1 + 2 * signatureBytes);
  const wire = Buffer.from(bytes);
  wire.fill(0, 1, 1 + signatureBytes);
  const messageBytes = Uint8Array.from(transaction.messageBytes);
  return {
    wire: wire.toString('base64'),
    message: messageBytes,
    hash: createHash('sha256').update(messageBytes).digest('hex'),
    from: signers > 1 ? (keys[1] ?? '') : '',
    signature: Uint8Array.from(own),
    blockhash: message.lifetimeToken,
    signers,
    readonlySigners,
    keys,
    writable: keys.map(
      (_, place) => place < signers - readonlySigners || (place >= signers && place < fixed),
    ),
    hasTables: 'addressTableLookups' in message && (message.addressTableLookups?.length ?? 0) > 0,
    instructions: message.instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
      program: keys[programAddressIndex] ?? '',
      accounts: accountIndices,
      data: Buffer.from(data ?? []),
    })),
  };
}

type Message = Exclude<CompiledTransactionMessage, { version: 1 }> & CompiledTransactionMessageWithLifetime;

/** Null also for bytes that say the same as others: they would be another text for one transaction. */
async function decoded(bytes: Buffer): Promise<{ transaction: Transaction; message: Message } | null> {
  const kit = await load();
  try {
    const transaction = kit.getTransactionDecoder().decode(bytes);
    const message = kit.getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
    if (message.version !== 0 && message.version !== 'legacy') return null;
    const again = kit.getCompiledTransactionMessageEncoder().encode(message);
    const isSame =
      Buffer.from(again).equals(Buffer.from(transaction.messageBytes)) &&
      Buffer.from(kit.getTransactionEncoder().encode(transaction)).equals(bytes);
    return isSame ? { transaction, message } : null;
  } catch {
    // Whatever a stranger sent, it is no transaction.
    return null;
  }
}

/** Whether the account after the fee payer signed these bytes. */
export function isSignedByPayer({ from, message, signature }: SignedTransaction): boolean {
  const key = fromBase58(from);
  if (key?.length !== 32) return false;
  const x = key.toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, message, publicKey, signature);
}

/** The transaction with the fee payer's signature. */
export function withFeeSignature({ wire }: SignedTransaction, signature: Uint8Array): string {
  const bytes = Buffer.from(wire, 'base64');
  bytes.set(signature, 1);
  return bytes.toString('base64');
}
