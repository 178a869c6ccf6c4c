import { type Hash, type Hex, keccak256, toHex } from 'viem';
import { atBlock, type BlockParam, blockParamAt, byNumber, isTag } from './block-params.ts';
import type { RpcAnswer } from './edr-provider.ts';
import { type LocalChain, RpcError } from './local-chain.ts';
import { answerFromBranch } from './node-branch.ts';
import { asGeth, headerNotFound } from './node-errors.ts';
import { answerLogs } from './node-logs.ts';
import type { View } from './view.ts';

/** Methods of a real node. EDR's own for development are reached through the control endpoint only. */
const known = /^(eth|net|web3)_/;
const byHash = new Set([
  'eth_getBlockByHash',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
  'eth_getTransactionByBlockHashAndIndex',
]);

/** Answers one call as a real node would. */
export async function answer(view: View, method: string, params: readonly unknown[]): Promise<RpcAnswer> {
  const { chain } = view;
  if (!known.test(method) || method === 'eth_pendingTransactions')
    return { error: { code: -32601, message: `the method ${method} does not exist/is not available` } };
  if (method === 'web3_clientVersion') return { result: 'Causeway-devnet/0.1.0' };
  if (method === 'eth_blockNumber') return { result: toHex(view.tip) };
  if (method === 'eth_sendRawTransaction') return sendRaw(view, params);
  if (method === 'eth_getLogs') return answerLogs(view, params);
  const own = view.branch && (await answerFromBranch(view, view.branch, method, params));
  if (own) return own;
  if (method === 'eth_getBlockReceipts') return blockReceipts(view, params);
  const position = blockParamAt.get(method);
  if (position !== undefined) return askAtBlock(view, method, params, position);
  const answered = await askNode(chain, method, params);
  return byHash.has(method) && isAhead(view, answered) ? { result: null } : answered;
}

async function askNode(chain: LocalChain, method: string, params: readonly unknown[]): Promise<RpcAnswer> {
  const answered = await chain.ask(method, params);
  return 'error' in answered ? { error: asGeth(answered.error) } : { result: answered.result };
}

/** Whether the block or transaction is in a block that this node does not have yet. */
function isAhead(view: View, answered: RpcAnswer): boolean {
  if ('error' in answered) return false;
  const found = answered.result as { number?: Hex; blockNumber?: Hex } | null;
  const number = found?.number ?? found?.blockNumber;
  return typeof number === 'string' && Number(number) > view.head;
}

async function askAtBlock(
  view: View,
  method: string,
  params: readonly unknown[],
  position: number,
): Promise<RpcAnswer> {
  const given = params[position] as BlockParam | undefined;
  // A node that is up to date has its pool to answer from; one that lags has none of the newest blocks' transactions.
  const isPending = given === 'pending' && view.tip === view.chain.head();
  if (isPending || (typeof given === 'string' && !isTag(given) && !given.startsWith('0x')))
    return askNode(view.chain, method, params);
  const number = await atBlock(view, given);
  if (number === null || number > view.head)
    return byNumber.has(method) ? { result: null } : { error: headerNotFound };
  const changed = [...params];
  changed[position] = toHex(number);
  return askNode(view.chain, method, changed);
}

async function blockReceipts(view: View, [given]: readonly unknown[]): Promise<RpcAnswer> {
  const number = await atBlock(view, given as BlockParam | undefined);
  if (number === null || number > view.head) return { result: null };
  if (view.faults.hiddenLogs?.receipts) return { result: [] };
  const block = (await view.chain.request('eth_getBlockByNumber', [toHex(number), false])) as {
    transactions: Hash[];
  };
  const receipts: unknown[] = [];
  for (const hash of block.transactions)
    receipts.push(await view.chain.request('eth_getTransactionReceipt', [hash]));
  return { result: receipts };
}

async function sendRaw({ chain, faults }: View, params: readonly unknown[]): Promise<RpcAnswer> {
  const [raw] = params;
  if (typeof raw !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(raw))
    return { error: { code: -32602, message: 'invalid argument 0: hex string expected' } };
  if (faults.lost > 0) {
    faults.lost--;
    return { result: keccak256(raw as Hex) };
  }
  try {
    return { result: await chain.send(raw as Hex) };
  } catch (error) {
    if (error instanceof RpcError) return { error: asGeth(error) };
    throw error;
  }
}
