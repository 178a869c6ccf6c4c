import { parseBlockOrNull } from '../rpc/answers.ts';
import type { Connection } from '../rpc/connection.ts';
import {
  parseAddress,
  parseBytes,
  parseHash,
  parseObject,
  parseQuantity,
  parseUnits,
  toQuantity,
} from '../rpc/hex.ts';

/** A transaction that somebody says to have sent, as a node knows it. */
export interface SentTransaction {
  from: string;
  /** Lower case; null when it creates a contract. */
  to: string | null;
  value: bigint;
  data: string;
  /** Null while it is in no block of the node's chain. */
  mined: { blockNumber: number; blockTime: Date; succeeded: boolean } | null;
}

/** Null when the node does not know it. */
export async function readSentTransaction(
  connection: Connection,
  hash: string,
): Promise<SentTransaction | null> {
  const [known, receipt] = await connection.batch([
    { method: 'eth_getTransactionByHash', params: [hash] },
    { method: 'eth_getTransactionReceipt', params: [hash] },
  ]);
  if (known === null) return null;
  const transaction = parseObject(known);
  const to = transaction['to'];
  return {
    from: parseAddress(transaction['from']),
    to: to === null || to === undefined ? null : parseAddress(to),
    value: parseUnits(transaction['value']),
    data: parseBytes(transaction['input']),
    mined: receipt === null ? null : await minedIn(connection, parseObject(receipt)),
  };
}

/** A node that has just changed branches can still have receipts of the old one, so the block is compared. */
async function minedIn(
  connection: Connection,
  receipt: Record<string, unknown>,
): Promise<SentTransaction['mined']> {
  const blockNumber = parseQuantity(receipt['blockNumber']);
  const answer = await connection.call('eth_getBlockByNumber', [toQuantity(blockNumber), false]);
  const block = parseBlockOrNull(answer);
  if (block?.hash !== parseHash(receipt['blockHash'])) return null;
  return { blockNumber, blockTime: block.time, succeeded: parseQuantity(receipt['status']) === 1 };
}

/** `transfer(address,uint256)` of ERC-20, with its two words. */
const transferCall = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/;

/** Where a transaction sends a token or native money directly. Null for everything else, such as calls of contracts. */
export function transferIn({ to, value, data }: Pick<SentTransaction, 'to' | 'value' | 'data'>): {
  contract: string | null;
  address: string;
  units: bigint;
} | null {
  if (to === null) return null;
  const [, address, units] = transferCall.exec(data) ?? [];
  if (address !== undefined && units !== undefined)
    return { contract: to, address: `0x${address}`, units: BigInt(`0x${units}`) };
  return value > 0n && data === '0x' ? { contract: null, address: to, units: value } : null;
}
