import { type Log, parseBlock, parseBlockOrNull, parseLog } from '../rpc/answers.ts';
import type { Connection } from '../rpc/connection.ts';
import {
  type Hex,
  parseAddress,
  parseBytes,
  parseHash,
  parseList,
  parseObject,
  parseQuantity,
  parseUnits,
  toQuantity,
} from '../rpc/hex.ts';
import type { Rpc } from '../rpc/rpc.ts';
import { GarbageAnswer } from '../rpc/rpc-error.ts';
import { findUse } from './find-use.ts';
import { decodeCalls, encodeCalls } from './multicall.ts';

/** Where a chain stands for a sender, read from one node. */
export interface SenderView {
  head: { number: number; time: Date };
  /** 0 before the first one, and when it was not asked for. */
  finalizedNumber: number;
  /** The sender's transactions in the newest block: the lowest nonce that is not mined. */
  latestNonce: number;
  baseFee: bigint;
  /** What the node proposes to pay on top of the base fee, as far as the chain's limit. */
  tip: bigint;
  /** The sender's native money. */
  balance: bigint;
}

/** A transaction in a block that the node has in its chain now. */
export interface MinedTransaction {
  hash: string;
  blockNumber: number;
  succeeded: boolean;
  /** In the chain's smallest unit, with the part for the data of rollups where the node tells it. */
  gasCost: bigint;
  logs: Log[];
}

interface Call {
  from?: string;
  to: string;
  data: Hex;
  /** As a quantity. */
  value?: Hex;
}

/** What sending needs of an EVM chain. Every answer is checked. */
export interface SenderNode {
  view(sender: string, withFinalized: boolean): Promise<SenderView>;
  /** The sender's number of transactions up to this block. */
  countAt(sender: string, block: number): Promise<number>;
  /** Throws what the node answers: that it knows the transaction already, that its nonce is too low … */
  send(raw: string): Promise<void>;
  /** Those of the transactions that have a receipt of a block in the node's chain. One without may be mined all the same. */
  mined(hashes: readonly string[]): Promise<MinedTransaction[]>;
  /** The hash of the transaction that used a nonce at or before this block; null if none did. */
  usedBy(sender: string, nonce: number, block: number): Promise<string | null>;
  /** The results of reads in the newest block, or at this one. */
  call(calls: readonly Call[], block?: number): Promise<Hex[]>;
  /** Native money in the newest block. */
  balance(address: string): Promise<bigint>;
  estimateGas(call: Call): Promise<bigint>;
  /**
   * Makes calls in a row as an address, in the newest block, without sending them. Multicall3's code is lent to the
   * address for that. Throws if a call fails, or if the node cannot lend code.
   */
  rehearse(sender: string, multicall: Hex, calls: readonly { to: Hex; data: Hex }[]): Promise<Hex[]>;
}

/** A tip is paid as it is offered, so a node that asks for too much would burn the operator's gas: `maxTip` is per gas. */
export function createSenderNode(rpc: Rpc, { maxTip }: { maxTip: bigint }, signal?: AbortSignal): SenderNode {
  const run = <T>(work: (connection: Connection) => Promise<T>) => rpc.run(work, signal);
  return {
    view: (sender, withFinalized) =>
      run(async (connection) => {
        const view = await readView(connection, sender, withFinalized);
        return { ...view, tip: view.tip > maxTip ? maxTip : view.tip };
      }),
    countAt: (sender, block) => run((connection) => countAt(connection, sender, block)),
    send: (raw) => run(async (connection) => void (await connection.call('eth_sendRawTransaction', [raw]))),
    mined: (hashes) => run((connection) => readMined(connection, hashes)),
    usedBy: (sender, nonce, block) =>
      run(async (connection) => {
        const number = await findUse(nonce, block, (at) => countAt(connection, sender, at));
        return number === null ? null : senderOf(connection, number, sender, nonce);
      }),
    call: (calls, block) =>
      run(async (connection) => {
        const at = block === undefined ? 'latest' : toQuantity(block);
        const requests = calls.map((one) => ({ method: 'eth_call', params: [one, at] }));
        return (await connection.batch(requests)).map(parseBytes);
      }),
    balance: (address) =>
      run(async (connection) => parseUnits(await connection.call('eth_getBalance', [address, 'latest']))),
    estimateGas: (call) =>
      run(async (connection) => parseUnits(await connection.call('eth_estimateGas', [call]))),
    rehearse: (sender, multicall, calls) =>
      run(async (connection) => {
        const code = parseBytes(await connection.call('eth_getCode', [multicall, 'latest']));
        const call = { to: sender, data: encodeCalls(calls) };
        const answer = await connection.call('eth_call', [call, 'latest', { [sender]: { code } }]);
        return decodeCalls(parseBytes(answer));
      }),
  };
}

async function readView(connection: Connection, sender: string, withFinalized: boolean): Promise<SenderView> {
  const block = (name: string) => ({ method: 'eth_getBlockByNumber', params: [name, false] });
  const [head, count, price, balance, finalized] = await connection.batch([
    block('latest'),
    { method: 'eth_getTransactionCount', params: [sender, 'latest'] },
    { method: 'eth_gasPrice', params: [] },
    { method: 'eth_getBalance', params: [sender, 'latest'] },
    ...(withFinalized ? [block('finalized')] : []),
  ]);
  const { number, time } = parseBlock(head);
  const given = parseObject(head)['baseFeePerGas'];
  const baseFee = given === undefined ? 0n : parseUnits(given);
  const gasPrice = parseUnits(price);
  return {
    head: { number, time },
    finalizedNumber: parseBlockOrNull(finalized ?? null)?.number ?? 0,
    latestNonce: parseQuantity(count),
    baseFee,
    tip: gasPrice > baseFee ? gasPrice - baseFee : 1n,
    balance: parseUnits(balance),
  };
}

async function countAt(connection: Connection, sender: string, block: number): Promise<number> {
  return parseQuantity(
    await connection.call('eth_getTransactionCount', [sender, toQuantity(Math.max(0, block))]),
  );
}

/** A node that has just changed branches can still have receipts of the old one, so each block is compared. */
async function readMined(connection: Connection, hashes: readonly string[]): Promise<MinedTransaction[]> {
  const answers = await connection.batch(
    hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  );
  const receipts = answers.flatMap((answer) => (answer === null ? [] : [parseReceipt(answer)]));
  const blocks = await connection.batch(
    receipts.map(({ blockNumber }) => ({
      method: 'eth_getBlockByNumber',
      params: [toQuantity(blockNumber), false],
    })),
  );
  return receipts.filter(({ blockHash }, index) => parseBlockOrNull(blocks[index])?.hash === blockHash);
}

function parseReceipt(answer: unknown): MinedTransaction & { blockHash: string } {
  const receipt = parseObject(answer);
  const dataFee = receipt['l1Fee'];
  return {
    hash: parseHash(receipt['transactionHash']),
    blockHash: parseHash(receipt['blockHash']),
    blockNumber: parseQuantity(receipt['blockNumber']),
    succeeded: parseQuantity(receipt['status']) === 1,
    gasCost:
      parseUnits(receipt['gasUsed']) * parseUnits(receipt['effectiveGasPrice']) +
      (typeof dataFee === 'string' ? parseUnits(dataFee) : 0n),
    logs: parseList(receipt['logs'], parseLog).filter((log) => log !== null),
  };
}

async function senderOf(
  connection: Connection,
  number: number,
  sender: string,
  nonce: number,
): Promise<string | null> {
  const block = await connection.call('eth_getBlockByNumber', [toQuantity(number), true]);
  if (block === null) return null;
  const transactions = parseObject(block)['transactions'];
  if (!Array.isArray(transactions)) throw new GarbageAnswer('a list of transactions was expected');
  const own = transactions
    .map(parseObject)
    .find(
      (one) => parseAddress(one['from']) === sender.toLowerCase() && parseQuantity(one['nonce']) === nonce,
    );
  return own ? parseHash(own['hash']) : null;
}
