import { parseTransaction } from 'viem';
import { bytesToHex, encodeFunctionResult, keccak256, parseAbi, toEventSelector } from 'viem/utils';
import { bloomOf } from '../../src/chains/evm/bloom.ts';
import { logsInReceipts } from '../../src/chains/evm/receipts-root.ts';
import { vaultAbi } from '../../src/chains/evm/vault-artifact.ts';
import {
  type Address,
  ancestor,
  balanceOf,
  type ModelBlock,
  type ModelLog,
  type ModelTransaction,
} from './block.ts';
import { decodeCall } from './decode-call.ts';
import type { ModelChain } from './model-chain.ts';
import { readSwap } from './swap-model.ts';
import { lower } from './vault-model.ts';

/** A node as it answers now. */
export interface NodeView {
  chain: ModelChain;
  chainId: number;
  /** Behind the tip, or on another branch, for a node that lags. */
  head: ModelBlock;
  multicall: Address;
  operator: Address;
  /** Blocks whose logs are not in its index yet. */
  unindexed: ReadonlySet<ModelBlock>;
  hidesReceipts: boolean;
  /** Whether it leaves out, by that method, what is in a block or a transaction with this hash. */
  omits: (method: string, hash: string) => boolean;
  /** A block as it shows it: one that lies shows others under the same hashes. */
  shows: (block: ModelBlock) => ModelBlock;
  finalizedDepth: number;
  /** A worker asks, and not the API. */
  isWorker: boolean;
}

export class NodeRefusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const tip = 100_000_000n;
const gas = 100_000n;
const erc20 = parseAbi(['function balanceOf(address account) view returns (uint256)']);
const daily = 10n ** 30n;
const multicallAbi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[] results)',
  'function getEthBalance(address account) view returns (uint256)',
]);

type Params = readonly unknown[];
type Hex = `0x${string}`;

/** Answers one JSON-RPC call. */
export function answer(view: NodeView, method: string, params: Params): unknown {
  const known = methods[method];
  if (!known) throw new NodeRefusal(-32601, `the method ${method} does not exist`);
  return known(view, params);
}

const methods: Record<string, (view: NodeView, params: Params) => unknown> = {
  eth_chainId: ({ chainId }) => hex(chainId),
  eth_getBlockByNumber: (view, [name, isFull]) => blockJson(view, blockAt(view, name), isFull === true),
  eth_getLogs: (view, [filter]) => logs(view, filter as Filter),
  eth_getBlockReceipts: (view, [name]) => {
    const block = blockAt(view, name);
    return block && receiptsOf(block, shownBy('eth_getBlockReceipts', view, block));
  },
  eth_getTransactionByHash: (view, [hash]) => minedTransaction(view, String(hash)),
  eth_getTransactionReceipt: (view, [hash]) =>
    view.hidesReceipts || view.omits('eth_getTransactionReceipt', String(hash))
      ? null
      : receipt(view, String(hash)),
  eth_getTransactionCount: (view, [account, name]) =>
    hex(existing(view, name).state.counts.get(lower(String(account))) ?? 0),
  eth_gasPrice: ({ chain }) => hex(chain.baseFee + tip),
  eth_getBalance: (view, [account, name]) =>
    hex(balanceOf(existing(view, name).state, null, lower(String(account)))),
  eth_call: (view, [call, name]) => ethCall(view, call as { to: string; data: Hex }, existing(view, name)),
  eth_getCode: () => '0x',
  eth_estimateGas: (view, [call]) => estimate(view, call as { to: string; data?: Hex }),
  eth_sendRawTransaction: (view, [raw]) => send(view, raw as Hex),
};

interface Filter {
  address?: string | string[];
  topics?: (string | string[] | null)[];
  blockHash?: string;
  fromBlock?: string;
  toBlock?: string;
}

function blockAt(view: NodeView, name: unknown): ModelBlock | null {
  const block = trueBlockAt(view, name);
  return block && view.shows(block);
}

function trueBlockAt({ head, finalizedDepth }: NodeView, name: unknown): ModelBlock | null {
  if (name === 'latest') return head;
  if (name === 'finalized') return ancestor(head, Math.max(0, head.number - finalizedDepth));
  if (typeof name === 'object' && name !== null && 'blockHash' in name)
    return byHash(head, String(name.blockHash));
  return ancestor(head, Number(name));
}

function existing(view: NodeView, name: unknown): ModelBlock {
  const block = blockAt(view, name);
  if (!block) throw new NodeRefusal(-32000, 'header not found');
  return block;
}

function byHash(head: ModelBlock, hash: string): ModelBlock | null {
  for (let block: ModelBlock | null = head; block; block = block.parent)
    if (block.hash === hash) return block;
  return null;
}

function blockJson(view: NodeView, block: ModelBlock | null, isFull: boolean): unknown {
  if (!block) return null;
  return {
    number: hex(block.number),
    hash: block.hash,
    parentHash: block.parent?.hash ?? `0x${'0'.repeat(64)}`,
    timestamp: hex(block.timeMs / 1000),
    baseFeePerGas: hex(block.baseFee),
    ...commitments(view, block),
    transactions: block.transactions.map((one) => (isFull ? transactionJson(one) : one.hash)),
  };
}

const committed = new WeakMap<ModelBlock, { logsBloom: string; receiptsRoot: string }>();

/** What the header says about the block's logs. */
function commitments(view: NodeView, block: ModelBlock) {
  const shown = shownIn(view, block);
  if (shown.length < block.logs.length) return commitmentsOf(block, shown);
  const known = committed.get(block) ?? commitmentsOf(block, shown);
  committed.set(block, known);
  return known;
}

function commitmentsOf(block: ModelBlock, shown: readonly ModelLog[]) {
  return {
    logsBloom: bytesToHex(bloomOf(shown)),
    receiptsRoot: logsInReceipts(receiptsOf(block, shown)).root,
  };
}

const paidTopic = toEventSelector('Paid(bytes32,address,address,uint256)');

function shownIn({ chain }: NodeView, { number, logs: all }: ModelBlock): readonly ModelLog[] {
  return number > chain.hidesPaidUntil ? all : all.filter(({ topics }) => topics[0] !== paidTopic);
}

/** Of these, those that the node does not leave out though its headers commit to them. Nodes keep them by block. */
function shownBy(method: string, view: NodeView, block: ModelBlock): readonly ModelLog[] {
  return view.omits(method, block.hash) ? [] : shownIn(view, block);
}

function transactionJson(one: ModelTransaction): object {
  const { hash, from } = one;
  if (one.kind === 'signed') return { hash, from, to: one.to, nonce: hex(one.nonce), value: hex(one.value) };
  if (one.kind === 'call') return { hash, from, to: one.to, nonce: '0x0', value: '0x0' };
  // A payer's contract call carries no value of its own.
  const isPlain = one.token === null && !one.isInternal;
  return {
    hash,
    from,
    to: isPlain ? one.to : (one.token ?? from),
    nonce: '0x0',
    value: hex(isPlain ? one.units : 0n),
  };
}

function logs(view: NodeView, filter: Filter): unknown[] {
  const found: unknown[] = [];
  for (const block of blocksOf(view, filter)) {
    view.chain.read.add(block);
    if (view.unindexed.has(block)) continue;
    for (const log of shownBy('eth_getLogs', view, view.shows(block)))
      if (matches(filter, log)) found.push(logJson(block, log));
  }
  return found;
}

/** Whether money is looked for the first time in blocks whose logs an incomplete index would hide: the newest two. */
export function readsFreshLogs(view: NodeView, [filter]: Params): boolean {
  const { head, chain } = view;
  const wanted = filter as Filter;
  return [head, ...(head.parent ? [head.parent] : [])].some(
    (block) =>
      !chain.read.has(block) &&
      isAskedFor(wanted, block) &&
      block.logs.some((log) => log.transaction.kind === 'payment' && matches(wanted, log)),
  );
}

function isAskedFor({ blockHash, fromBlock, toBlock }: Filter, { hash, number }: ModelBlock): boolean {
  return blockHash === undefined
    ? Number(fromBlock) <= number && number <= Number(toBlock)
    : blockHash === hash;
}

function blocksOf(view: NodeView, { blockHash, fromBlock, toBlock }: Filter): ModelBlock[] {
  if (blockHash !== undefined) {
    const block = byHash(view.head, blockHash);
    if (!block) throw new NodeRefusal(-32000, 'unknown block');
    return [block];
  }
  const blocks: ModelBlock[] = [];
  for (let number = Number(fromBlock); number <= Math.min(Number(toBlock), view.head.number); number++)
    blocks.push(...[ancestor(view.head, number)].filter((block) => block !== null));
  return blocks;
}

function matches({ address, topics = [] }: Filter, log: ModelLog): boolean {
  if (address && ![address].flat().some((one) => lower(one) === log.address)) return false;
  return topics.every((wanted, index) => {
    if (wanted === null) return true;
    const own = log.topics[index];
    return typeof wanted === 'string' ? wanted === own : wanted.some((one) => one === own);
  });
}

function logJson(block: ModelBlock, { address, topics, data, transaction, index }: ModelLog): unknown {
  return {
    address,
    topics,
    data,
    blockHash: block.hash,
    blockNumber: hex(block.number),
    transactionHash: transaction.hash,
    logIndex: hex(index),
  };
}

function receipt(view: NodeView, hash: string): unknown {
  const found = findMined(view, hash);
  return found ? receiptsOf(found.block)[found.at] : null;
}

function minedTransaction(view: NodeView, hash: string): unknown {
  const found = findMined(view, hash);
  const one = found?.block.transactions[found.at];
  return one ? { ...transactionJson(one), blockNumber: hex(found.block.number) } : null;
}

function findMined({ head, shows }: NodeView, hash: string): { block: ModelBlock; at: number } | null {
  for (let own: ModelBlock | null = head; own; own = own.parent) {
    const block = shows(own);
    const at = block.transactions.findIndex((one) => one.hash === hash);
    if (at >= 0) return { block, at };
  }
  return null;
}

function receiptsOf(block: ModelBlock, shown: readonly ModelLog[] = block.logs): unknown[] {
  return block.transactions.map((own, index) => {
    const ownLogs = shown.filter(({ transaction }) => transaction === own);
    return {
      transactionHash: own.hash,
      blockHash: block.hash,
      blockNumber: hex(block.number),
      type: '0x2',
      status: block.failed.has(own) ? '0x0' : '0x1',
      gasUsed: hex(gas),
      cumulativeGasUsed: hex(gas * BigInt(index + 1)),
      effectiveGasPrice: hex(block.baseFee + tip),
      logsBloom: bytesToHex(bloomOf(ownLogs)),
      logs: ownLogs.map((log) => logJson(block, log)),
    };
  });
}

function ethCall(view: NodeView, call: { to: string; data: Hex }, block: ModelBlock): Hex {
  const answered = readCall(view, call, block);
  if (answered === null) throw new NodeRefusal(3, 'execution reverted');
  return answered;
}

/** Null when the contract refuses. */
function readCall(view: NodeView, { to, data }: { to: string; data: Hex }, block: ModelBlock): Hex | null {
  if (lower(to) === view.multicall) {
    const { args } = decodeCall(multicallAbi, data);
    const results = (args[0] as readonly { target: Hex; callData: Hex }[]).map(({ target, callData }) => {
      const to = lower(target) === view.multicall ? 'native' : target;
      const returnData = readCall(view, { to, data: callData }, block);
      return { success: returnData !== null, returnData: returnData ?? '0x' };
    });
    return encodeFunctionResult({ abi: multicallAbi, functionName: 'aggregate3', result: results });
  }
  const ofSwaps = readSwap(view.chain.world, block.state, to, data);
  if (ofSwaps !== undefined) return ofSwaps;
  if (to === 'native') return word(balanceOf(block.state, null, lower(`0x${data.slice(-40)}`)));
  if (lower(to) === view.chain.world.vault) {
    const call = decodeCall(vaultAbi, data);
    if (call.functionName === 'paid') return word(block.state.paid.has(call.args[0]) ? 1n : 0n);
    // No wallet is listed, so payouts count for the daily cap.
    if (call.functionName === 'isPayoutWallet') return word(0n);
    if (call.functionName !== 'leftToday') throw new Error(`the model has no ${call.functionName}`);
    return word(view.chain.world.limits.take('looks') ? 0n : daily);
  }
  const ofAuthorizations = view.chain.authorizations.read(block.state, to, data);
  if (ofAuthorizations !== null) return ofAuthorizations;
  const { args } = decodeCall(erc20, data);
  return word(balanceOf(block.state, lower(to), lower(args[0])));
}

function estimate(
  { chain, head, isWorker }: NodeView,
  { to, data = '0x' }: { to: string; data?: Hex },
): string {
  if (!chain.authorizations.rehearse(head, lower(to), data, isWorker))
    throw new NodeRefusal(3, 'execution reverted');
  return hex(gas);
}

function send({ chain, operator }: NodeView, raw: Hex): string {
  const {
    nonce = 0,
    to,
    data = '0x',
    value = 0n,
    maxFeePerGas = 0n,
    maxPriorityFeePerGas = 0n,
  } = parseTransaction(raw);
  const hash = keccak256(raw);
  const refusal = chain.submit({
    kind: 'signed',
    hash,
    from: chain.authorizations.senderOf(hash, data) ?? operator,
    nonce,
    to: lower(to ?? ''),
    data,
    value,
    maxFee: maxFeePerGas,
    tip: maxPriorityFeePerGas,
  });
  if (refusal) throw new NodeRefusal(-32000, refusal);
  return hash;
}

function hex(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}

function word(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`;
}
