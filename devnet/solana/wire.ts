import {
  type Address,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getAddressDecoder,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit';
import type { Account } from './account-versions.ts';
import { computeBudgetProgram } from './addresses.ts';
import { invalidParams } from './rpc-error.ts';

type Message = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;

/** A transaction as it came in, with the accounts that it names. */
export interface WireTransaction {
  bytes: Uint8Array;
  transaction: Transaction;
  message: Message;
  signature: string;
  /** Static accounts, then those loaded from tables: writable ones first. */
  keys: Address[];
  writable: boolean[];
  loaded: { writable: Address[]; readonly: Address[] };
  signers: number;
}

const maxBytes = 1232;
const tableHeaderBytes = 56;
const lamportsPerSignature = 5000n;

export function decodeWire(bytes: Uint8Array, read: (address: Address) => Account): WireTransaction {
  if (bytes.length > maxBytes)
    throw invalidParams(`decoded transaction too large: ${bytes.length} bytes (max: ${maxBytes} bytes)`);
  const { transaction, message } = decode(bytes);
  const { header, staticAccounts } = message;
  const loaded: WireTransaction['loaded'] = { writable: [], readonly: [] };
  for (const table of tablesOf(message)) {
    const data = read(table.lookupTableAddress)?.data;
    const entry = (index: number) =>
      getAddressDecoder().decode(data?.subarray(tableHeaderBytes + 32 * index) ?? new Uint8Array(32));
    loaded.writable.push(...table.writableIndexes.map(entry));
    loaded.readonly.push(...table.readonlyIndexes.map(entry));
  }
  const { numSignerAccounts: signers } = header;
  const isWritable = (index: number) =>
    index < signers
      ? index < signers - header.numReadonlySignerAccounts
      : index < staticAccounts.length - header.numReadonlyNonSignerAccounts;
  const [first] = Object.values(transaction.signatures);
  return {
    bytes,
    transaction,
    message,
    signature: getBase58Decoder().decode(first ?? new Uint8Array(64)),
    keys: [...staticAccounts, ...loaded.writable, ...loaded.readonly],
    writable: [
      ...staticAccounts.map((_, index) => isWritable(index)),
      ...loaded.writable.map(() => true),
      ...loaded.readonly.map(() => false),
    ],
    loaded,
    signers,
  };
}

function decode(bytes: Uint8Array): { transaction: Transaction; message: Message } {
  try {
    const transaction = getTransactionDecoder().decode(bytes);
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes) as Message;
    return { transaction, message };
  } catch {
    throw invalidParams('failed to deserialize solana_transaction::versioned::VersionedTransaction');
  }
}

export function tablesOf(message: Message) {
  return ('addressTableLookups' in message ? message.addressTableLookups : undefined) ?? [];
}

export function instructionsOf(message: Message) {
  return 'instructions' in message ? message.instructions : [];
}

/** The fee of the signatures, and of the compute budget if the transaction sets a price. */
export function feeOf({ message, keys, signers }: WireTransaction): bigint {
  let price = 0n;
  let limit = 200_000n * BigInt(instructionsOf(message).length);
  for (const { programAddressIndex, data } of instructionsOf(message)) {
    if (keys[programAddressIndex] !== computeBudgetProgram || !data) continue;
    const bytes = Buffer.from(data);
    if (bytes[0] === 2) limit = BigInt(bytes.readUInt32LE(1));
    if (bytes[0] === 3) price = bytes.readBigUInt64LE(1);
  }
  return lamportsPerSignature * BigInt(signers) + (price * limit + 999_999n) / 1_000_000n;
}
