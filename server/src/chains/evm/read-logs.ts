import { type Log, parseBlockOrNull, parseLog } from '../rpc/answers.ts';
import type { Connection, LearntLimits } from '../rpc/connection.ts';
import { parseList, toQuantity } from '../rpc/hex.ts';
import { BlockNotThere, RpcError } from '../rpc/rpc-error.ts';

export interface LogFilter {
  /** Contracts. */
  addresses: readonly string[];
  /** The event. */
  topic: string;
  /** Values of the third topic, for example receivers; null for any. May be more than a node takes at once. */
  receivers: readonly string[] | null;
}

const topicPosition = 2;
const growAfter = 20;
const growBy = 1.25;
const maxBlocks = 2000;

export async function readLogsOf(
  connection: Connection,
  hashes: readonly string[],
  filters: readonly LogFilter[],
): Promise<Log[]> {
  return retryRefused(connection.limits, 1, async () => {
    const calls = filters.flatMap((filter) =>
      hashes.flatMap((blockHash) =>
        parts(filter, connection.limits.topics).map((part) => ({
          method: 'eth_getLogs',
          params: [{ ...part, blockHash }],
        })),
      ),
    );
    return (await connection.batch(calls)).flatMap(parseLogs);
  });
}

/** Reads the header of the last block with the logs, since lagging nodes silently answer with fewer. */
export async function readLogsBetween(
  connection: Connection,
  from: number,
  to: { number: number; hash: string },
  filters: readonly LogFilter[],
): Promise<Log[]> {
  const logs: Log[] = [];
  for (const filter of filters) {
    let next = from;
    while (next <= to.number) {
      const first = next;
      logs.push(
        ...(await retryRefused(connection.limits, to.number - first + 1, async () => {
          const last = Math.min(to.number, first + connection.limits.blocks - 1);
          const calls = parts(filter, connection.limits.topics).map((part) => ({
            method: 'eth_getLogs',
            params: [{ ...part, fromBlock: toQuantity(first), toBlock: toQuantity(last) }],
          }));
          const found = (await connection.batch(calls)).flatMap(parseLogs);
          next = last + 1;
          return found;
        })),
      );
    }
  }
  const end = parseBlockOrNull(await connection.call('eth_getBlockByNumber', [toQuantity(to.number), false]));
  if (end?.hash !== to.hash) throw new BlockNotThere(`${connection.host} has another block ${to.number}`);
  return logs;
}

/** Repeats with smaller limits after a refusal, and lets the range grow again slowly. */
async function retryRefused<T>(limits: LearntLimits, wanted: number, read: () => Promise<T>): Promise<T> {
  for (;;) {
    const asked = Math.min(wanted, limits.blocks);
    try {
      const result = await read();
      if (asked >= limits.blocks) grow(limits);
      return result;
    } catch (error) {
      if (!(error instanceof RpcError) || !shrink(limits, error, asked)) throw error;
    }
  }
}

/** False when there is nothing left to make smaller. */
function shrink(limits: LearntLimits, error: RpcError, asked: number): boolean {
  if (error.problem === 'topics-refused' || (error.problem === 'range-refused' && asked === 1)) {
    if (limits.topics === 1) return false;
    limits.topics = Math.ceil(limits.topics / 2);
    return true;
  }
  if (error.problem !== 'range-refused') return false;
  const half = Math.floor(asked / 2);
  limits.blocks = Math.max(1, Math.min(error.allowedBlocks ?? half, asked - 1));
  limits.accepted = 0;
  return true;
}

function grow(limits: LearntLimits): void {
  limits.accepted++;
  if (limits.accepted < growAfter) return;
  limits.accepted = 0;
  limits.blocks = Math.min(maxBlocks, Math.ceil(limits.blocks * growBy));
}

function parts({ addresses, topic, receivers }: LogFilter, maxTopics: number): object[] {
  if (receivers === null) return [{ address: addresses, topics: [topic] }];
  const chunks: object[] = [];
  for (let start = 0; start < receivers.length; start += maxTopics) {
    const topics: unknown[] = [topic, null];
    topics[topicPosition] = receivers.slice(start, start + maxTopics);
    chunks.push({ address: addresses, topics });
  }
  return chunks;
}

export function parseLogs(answer: unknown): Log[] {
  return parseList(answer, parseLog).filter((log) => log !== null);
}
