import type { Block, Header, Log } from '../rpc/answers.ts';
import type { Connection } from '../rpc/connection.ts';
import { toQuantity } from '../rpc/hex.ts';
import type { Reads } from '../rpc/rpc.ts';
import { GarbageAnswer, LogsMissing, RpcError } from '../rpc/rpc-error.ts';
import { bloomOf, covers } from './bloom.ts';
import { parseLogs } from './read-logs.ts';
import { logsInReceipts } from './receipts-root.ts';

const methodNotFound = -32601;

/**
 * All logs of a block, from the first node that can show that none is missing. Without a right bloom and receipts that
 * can be checked, two nodes must agree, if there are two.
 */
export async function readBlockLogs(rpc: Reads, block: Header, signal?: AbortSignal): Promise<Log[]> {
  try {
    return await rpc.run((connection) => readShown(connection, block), signal);
  } catch (error) {
    if (!(error instanceof LogsMissing) || block.bloom) throw error;
    return readAgreed(rpc, block, signal);
  }
}

/** By receipts, whose root is exact; else by logs that set every bit of the bloom. Throws `LogsMissing` if neither shows it. */
async function readShown(connection: Connection, block: Header): Promise<Log[]> {
  const proven = block.receiptsRoot === null ? null : await readReceipts(connection, block);
  if (proven) return proven;
  const logs = block.bloom ? await readUnfiltered(connection, block) : [];
  if (block.bloom && covers(bloomOf(logs), block.bloom)) return logs;
  throw new LogsMissing(`${connection.host} does not show all logs of block ${block.number}`);
}

/** Whether the node can show all logs of the block, and they do not have it. */
export async function isWithout(
  connection: Connection,
  block: Header,
  has: (logs: Log[]) => boolean,
): Promise<boolean> {
  try {
    return !has(await readShown(connection, block));
  } catch (error) {
    if (error instanceof LogsMissing) return false;
    throw error;
  }
}

/** Null if the node has no receipts, or not those that the header commits to. */
async function readReceipts(connection: Connection, block: Header): Promise<Log[] | null> {
  if (!connection.limits.receipts) return null;
  try {
    const answer = await connection.call('eth_getBlockReceipts', [toQuantity(block.number)]);
    const { logs, root } = logsInReceipts(answer);
    return root === block.receiptsRoot && isOf(block, logs) ? logs : null;
  } catch (error) {
    if (error instanceof GarbageAnswer) return null;
    if (!(error instanceof RpcError) || error.problem !== 'node') throw error;
    if (error.code === methodNotFound) connection.limits.receipts = false;
    return null;
  }
}

async function readUnfiltered(connection: Connection, block: Header): Promise<Log[]> {
  return parseLogs(await connection.call('eth_getLogs', [{ blockHash: block.hash }]));
}

async function readAgreed(rpc: Reads, block: Header, signal: AbortSignal | undefined): Promise<Log[]> {
  const answers = await rpc.everywhere((connection) => readUnfiltered(connection, block), signal);
  const [first, ...others] = answers.map((logs) => ({ logs, text: JSON.stringify(logs) }));
  if (first && (rpc.size === 1 || others.some(({ text }) => text === first.text))) return first.logs;
  throw new LogsMissing(`no two nodes agree on the logs of block ${block.number}`);
}

const isOf = ({ hash }: Header, logs: readonly Log[]) => logs.every(({ blockHash }) => blockHash === hash);

/**
 * Removes blooms that do not name the logs of their blocks, as on chains that leave them empty. The first block with logs
 * shows it. Most of its logs decide, since some chains add logs of their own to a block that its bloom leaves out.
 */
export async function comparedBlooms(connection: Connection, blocks: Block[]): Promise<Block[]> {
  const { limits } = connection;
  const sample = limits.blooms === null ? blocks.findLast(({ isEmpty }) => !isEmpty) : undefined;
  if (sample) limits.blooms = await hasRightBloom(connection, sample);
  return limits.blooms === false ? blocks.map((block) => ({ ...block, bloom: null })) : blocks;
}

/** Null for a block without logs, or if the node refuses to answer without a filter. */
async function hasRightBloom(connection: Connection, block: Header): Promise<boolean | null> {
  const logs = await readUnfiltered(connection, block).catch((error: unknown) => {
    if (error instanceof RpcError && error.problem === 'node') return [];
    throw error;
  });
  if (logs.length === 0) return null;
  const named = logs.filter((log) => block.bloom && covers(block.bloom, bloomOf([log])));
  return 2 * named.length > logs.length;
}
