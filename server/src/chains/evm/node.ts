import {
  type Block,
  type Header,
  type Log,
  parseBlock,
  parseBlockOrNull,
  parseReceipt,
} from '../rpc/answers.ts';
import type { Connection } from '../rpc/connection.ts';
import { type Hex, parseBytes, parseQuantity, parseUnits, toQuantity } from '../rpc/hex.ts';
import type { Reads } from '../rpc/rpc.ts';
import { BlockNotThere, GarbageAnswer, RpcError } from '../rpc/rpc-error.ts';
import { comparedBlooms, readBlockLogs } from './block-logs.ts';
import { balancesAtOnce, decodeBalances, encodeBalanceOf, encodeBalances } from './multicall.ts';
import { type LogFilter, readLogsBetween, readLogsOf } from './read-logs.ts';

type BlockTag = 'latest' | 'finalized';

/** Where a chain stands, read at once. */
export interface ChainView {
  /** The block at the number asked for; null while the node does not have it. */
  own: Header | null;
  latest: Header;
  /** Null when not asked for, or before the first one. */
  finalized: Header | null;
}

/** Typed reads of one EVM chain. Every answer is checked; a wrong one counts against the address that gave it. */
export interface EvmNode {
  chainId(): Promise<number>;
  view(ownNumber: number, withFinalized: boolean): Promise<ChainView>;
  header(block: number | BlockTag): Promise<Header | null>;
  /** The blocks from `from` to `to`, as far as the node has them. */
  blocks(from: number, to: number, withTransactions: boolean): Promise<Block[]>;
  logsOf(hashes: readonly string[], filters: readonly LogFilter[]): Promise<Log[]>;
  /** Throws if the node has another last block. */
  logsBetween(
    from: number,
    to: Pick<Header, 'number' | 'hash'>,
    filters: readonly LogFilter[],
  ): Promise<Log[]>;
  /** All logs of this block, shown to be complete. Throws `LogsMissing` while no node can show them. */
  logsIn(block: Header): Promise<Log[]>;
  /** The hashes of those transactions that succeeded in this block. Throws while a receipt is missing. */
  succeeded(block: Pick<Header, 'hash'>, txHashes: readonly string[]): Promise<Set<string>>;
  /** Balances after this very block, in the order of the addresses; of native money without a token. */
  balances(
    block: Pick<Header, 'number' | 'hash'>,
    addresses: readonly string[],
    token?: string | null,
  ): Promise<bigint[]>;
  /** What contracts answer after this very block, in the order of the calls. */
  calls(block: Pick<Header, 'number' | 'hash'>, calls: readonly { to: string; data: Hex }[]): Promise<Hex[]>;
  /** The header with this number from every address that answers. */
  opinions(number: number): Promise<(Header | null)[]>;
}

export function createEvmNode(rpc: Reads, multicall: string | null, signal?: AbortSignal): EvmNode {
  const run = <T>(work: (connection: Connection) => Promise<T>) => rpc.run(work, signal);
  return {
    chainId: () => run(async (connection) => parseQuantity(await connection.call('eth_chainId', []))),
    view: (ownNumber, withFinalized) =>
      run(async (connection) => {
        const [own, latest, finalized] = await connection.batch([
          headerCall(ownNumber),
          headerCall('latest'),
          ...(withFinalized ? [headerCall('finalized')] : []),
        ]);
        return {
          own: parseBlockOrNull(own),
          latest: parseBlock(latest),
          finalized: parseBlockOrNull(finalized ?? null),
        };
      }),
    header: (block) => run(async (connection) => parseBlockOrNull(await call(connection, headerCall(block)))),
    blocks: (from, to, withTransactions) =>
      run(async (connection) => {
        const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
        const answers = await connection.batch(numbers.map((number) => headerCall(number, withTransactions)));
        return comparedBlooms(connection, untilMissing(answers.map(parseBlockOrNull), from));
      }),
    logsOf: (hashes, filters) => run((connection) => readLogsOf(connection, hashes, filters)),
    logsBetween: (from, to, filters) => run((connection) => readLogsBetween(connection, from, to, filters)),
    logsIn: (block) => readBlockLogs(rpc, block, signal),
    succeeded: (block, txHashes) => run((connection) => readSucceeded(connection, block.hash, txHashes)),
    balances: (block, addresses, token = null) =>
      run((connection) => readBalances(connection, multicall, block, addresses, token as Hex | null)),
    calls: (block, calls) =>
      run((connection) =>
        atBlock(connection, block, async (at) => {
          const answers = await connection.batch(
            calls.map((one) => ({ method: 'eth_call', params: [one, at] })),
          );
          return answers.map(parseBytes);
        }),
      ),
    opinions: (number) =>
      rpc.everywhere(
        async (connection) => parseBlockOrNull(await call(connection, headerCall(number))),
        signal,
      ),
  };
}

function headerCall(block: number | BlockTag, withTransactions = false) {
  const name = typeof block === 'number' ? toQuantity(block) : block;
  return { method: 'eth_getBlockByNumber', params: [name, withTransactions] };
}

function call(connection: Connection, { method, params }: ReturnType<typeof headerCall>): Promise<unknown> {
  return connection.call(method, params);
}

function untilMissing(blocks: (Block | null)[], from: number): Block[] {
  const end = blocks.indexOf(null);
  const found = (end < 0 ? blocks : blocks.slice(0, end)).filter((block) => block !== null);
  if (found.some((block, index) => block.number !== from + index))
    throw new GarbageAnswer('a block with another number was answered');
  return found;
}

async function readSucceeded(
  connection: Connection,
  blockHash: string,
  txHashes: readonly string[],
): Promise<Set<string>> {
  const answers = await connection.batch(
    txHashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  );
  const receipts = answers.map(parseReceipt);
  if (receipts.some((receipt) => receipt?.blockHash !== blockHash))
    throw new BlockNotThere(`${connection.host} has no receipt of this block yet`);
  return new Set(receipts.flatMap((receipt) => (receipt?.succeeded ? [receipt.txHash] : [])));
}

async function readBalances(
  connection: Connection,
  multicall: string | null,
  block: Pick<Header, 'number' | 'hash'>,
  addresses: readonly string[],
  token: Hex | null,
): Promise<bigint[]> {
  const balances: bigint[] = [];
  for (let start = 0; start < addresses.length; start += balancesAtOnce) {
    const part = addresses.slice(start, start + balancesAtOnce) as Hex[];
    balances.push(
      ...(await atBlock(connection, block, (at) => readPart(connection, multicall, part, token, at))),
    );
  }
  return balances;
}

async function readPart(
  connection: Connection,
  multicall: string | null,
  addresses: Hex[],
  token: Hex | null,
  at: unknown,
): Promise<bigint[]> {
  if (multicall !== null) {
    const data = encodeBalances(multicall as Hex, addresses, token);
    const answer = await connection.call('eth_call', [{ to: multicall, data }, at]);
    // No contract there: the balances are read one by one.
    if (answer !== '0x') return decodeBalances(parseBytes(answer), addresses.length);
  }
  const calls = addresses.map((address) =>
    token === null
      ? { method: 'eth_getBalance', params: [address, at] }
      : { method: 'eth_call', params: [{ to: token, data: encodeBalanceOf(address) }, at] },
  );
  return (await connection.batch(calls)).map(parseUnits);
}

/**
 * By block hash (EIP-1898). Where a node does not take it, by number, and only if the node has our block at that number
 * before and after.
 */
async function atBlock<T>(
  connection: Connection,
  block: Pick<Header, 'number' | 'hash'>,
  read: (at: unknown) => Promise<T>,
): Promise<T> {
  if (connection.limits.callsByHash) {
    try {
      return await read({ blockHash: block.hash });
    } catch (error) {
      if (!(error instanceof RpcError) || error.code !== -32602) throw error;
      connection.limits.callsByHash = false;
    }
  }
  await assertHas(connection, block);
  const result = await read(toQuantity(block.number));
  await assertHas(connection, block);
  return result;
}

async function assertHas(connection: Connection, block: Pick<Header, 'number' | 'hash'>): Promise<void> {
  const found = parseBlockOrNull(await call(connection, headerCall(block.number)));
  if (found?.hash !== block.hash)
    throw new BlockNotThere(`${connection.host} has another block ${block.number}`);
}
