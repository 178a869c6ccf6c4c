import type { Hash, Hex } from 'viem';
import type { LogFilter } from './faults.ts';

export interface Log {
  address: Hex;
  topics: Hex[];
  transactionHash: Hash;
}

interface OrphanedBlock {
  number: number;
  hash: Hash;
  /** As `eth_getBlockByNumber` showed it, with whole transactions. */
  block: { hash: Hash; transactions: { hash: Hash }[] };
  receipts: { transactionHash: Hash; logs: Log[] }[];
}

/** Blocks that a reorganisation replaced, as a node that has not heard of it still shows them. */
export interface Branch {
  /** The last block that both branches share. */
  fork: number;
  blocks: OrphanedBlock[];
}

type Request = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** Reads the newest blocks, before they are replaced. */
export async function readBranch(request: Request, fork: number, head: number): Promise<Branch> {
  const blocks: OrphanedBlock[] = [];
  for (let number = fork + 1; number <= head; number++) {
    const asked = [`0x${number.toString(16)}`, true];
    const block = (await request('eth_getBlockByNumber', asked)) as OrphanedBlock['block'];
    const receipts: unknown[] = [];
    for (const { hash } of block.transactions)
      receipts.push(await request('eth_getTransactionReceipt', [hash]));
    blocks.push({ number, hash: block.hash, block, receipts: receipts as OrphanedBlock['receipts'] });
  }
  return { fork, blocks };
}

export function withHashesOnly({ block }: OrphanedBlock): object {
  return { ...block, transactions: block.transactions.map(({ hash }) => hash) };
}

/** Logs of the branch's blocks within the range that match the filter. */
export function logsIn({ blocks }: Branch, filter: LogFilter, from: number, to: number): Log[] {
  return blocks
    .filter(({ number }) => number >= from && number <= to)
    .flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs))
    .filter((log) => matches(filter, log));
}

function matches({ address, topics = [] }: LogFilter, log: Log): boolean {
  const fits = (wanted: string | string[] | null | undefined, value: string | undefined) =>
    wanted === null ||
    wanted === undefined ||
    [wanted].flat().some((one) => one.toLowerCase() === value?.toLowerCase());
  return fits(address, log.address) && topics.every((wanted, index) => fits(wanted, log.topics[index]));
}
