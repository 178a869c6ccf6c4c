import {
  type Hex,
  parseAddress,
  parseBytes,
  parseHash,
  parseList,
  parseObject,
  parseQuantity,
  parseUnits,
} from './hex.ts';
import { GarbageAnswer } from './rpc-error.ts';

export interface Header {
  number: number;
  hash: string;
  parentHash: string;
  time: Date;
  /** Sums up the logs, see `evm/bloom.ts`; null where it is missing or known to be wrong. */
  bloom: Uint8Array | null;
  /** Commits to all receipts with their logs; null where it is missing. */
  receiptsRoot: string | null;
}

export interface Block extends Header {
  /** Null when only the header was asked for. */
  transactions: BlockTransaction[] | null;
  /** Whether it has no transactions at all. */
  isEmpty: boolean;
}

/** A top-level transaction that carries value. Others are left out. */
export interface BlockTransaction {
  hash: string;
  /** Lower case, like all addresses here. */
  from: string;
  to: string;
  units: bigint;
}

export interface Log {
  /** The contract. */
  address: string;
  topics: readonly string[];
  data: Hex;
  blockHash: string;
  blockNumber: number;
  txHash: string;
  logIndex: number;
}

export interface Receipt {
  txHash: string;
  blockHash: string;
  succeeded: boolean;
}

const maxTopics = 4;
const bloomBytes = 256;

export function parseBlock(value: unknown): Block {
  const block = parseObject(value);
  return {
    number: parseQuantity(block['number']),
    hash: parseHash(block['hash']),
    parentHash: parseHash(block['parentHash']),
    time: new Date(parseQuantity(block['timestamp']) * 1000),
    bloom: parseBloom(block['logsBloom']),
    receiptsRoot: block['receiptsRoot'] === undefined ? null : parseHash(block['receiptsRoot']),
    transactions: parseTransactions(block['transactions']),
    isEmpty: Array.isArray(block['transactions']) && block['transactions'].length === 0,
  };
}

export function parseBlockOrNull(value: unknown): Block | null {
  return value === null ? null : parseBlock(value);
}

function parseBloom(value: unknown): Uint8Array | null {
  if (value === undefined || value === null) return null;
  const bytes = Buffer.from(parseBytes(value).slice(2), 'hex');
  if (bytes.length !== bloomBytes) throw new GarbageAnswer('a bloom of 256 bytes was expected');
  return bytes;
}

/** A block without its transactions lists their hashes. */
export function parseTransactions(value: unknown): BlockTransaction[] | null {
  if (!Array.isArray(value)) throw new GarbageAnswer('a list of transactions was expected');
  if (value.some((one) => typeof one === 'string')) return null;
  return value.flatMap((one) => {
    const { hash, from, to, value: units } = parseObject(one);
    // A transaction without a receiver creates a contract.
    if (to === null || to === undefined || units === '0x0') return [];
    return [
      { hash: parseHash(hash), from: parseAddress(from), to: parseAddress(to), units: parseUnits(units) },
    ];
  });
}

/** Null for logs of an abandoned block. */
export function parseLog(value: unknown): Log | null {
  const log = parseObject(value);
  if (log['removed'] === true) return null;
  const topics = parseList(log['topics'], parseHash);
  if (topics.length > maxTopics) throw new GarbageAnswer('a log has too many topics');
  return {
    address: parseAddress(log['address']),
    topics,
    data: parseBytes(log['data']),
    blockHash: parseHash(log['blockHash']),
    blockNumber: parseQuantity(log['blockNumber']),
    txHash: parseHash(log['transactionHash']),
    logIndex: parseQuantity(log['logIndex']),
  };
}

/** Null while the node has no receipt. */
export function parseReceipt(value: unknown): Receipt | null {
  if (value === null) return null;
  const receipt = parseObject(value);
  return {
    txHash: parseHash(receipt['transactionHash']),
    blockHash: parseHash(receipt['blockHash']),
    succeeded: parseQuantity(receipt['status']) === 1,
  };
}
