import type { Hex } from 'viem';
import type { View } from './view.ts';

/** A tag, a number in hex, a hash, or EIP-1898's object. */
export type BlockParam = string | { blockNumber?: Hex; blockHash?: Hex };

/** Which parameter names the block. */
export const blockParamAt: ReadonlyMap<string, number> = new Map([
  ['eth_getBlockByNumber', 0],
  ['eth_getBlockTransactionCountByNumber', 0],
  ['eth_getTransactionByBlockNumberAndIndex', 0],
  ['eth_getBalance', 1],
  ['eth_getCode', 1],
  ['eth_getTransactionCount', 1],
  ['eth_call', 1],
  ['eth_estimateGas', 1],
  ['eth_feeHistory', 1],
  ['eth_getStorageAt', 2],
]);

/** Answer null for a block that does not exist; the others refuse. */
export const byNumber: ReadonlySet<string> = new Set([
  'eth_getBlockByNumber',
  'eth_getBlockTransactionCountByNumber',
  'eth_getTransactionByBlockNumberAndIndex',
]);

const tags = ['latest', 'pending', 'safe', 'finalized', 'earliest'];
export const isTag = (text: string): boolean => tags.includes(text);

/** The number of the block as this node sees it, or null for a hash that it does not know. */
export async function atBlock(view: View, given: BlockParam | undefined): Promise<number | null> {
  const { tip, depth } = view;
  if (typeof given === 'object' && given !== null)
    return given.blockHash ? numberOf(view, given.blockHash) : Number(given.blockNumber);
  if (given === undefined || given === null || given === 'latest' || given === 'pending') return tip;
  if (given === 'safe') return Math.max(0, tip - depth.safe);
  if (given === 'finalized') return Math.max(0, tip - depth.finalized);
  if (given === 'earliest') return 0;
  return given.length === 66 ? numberOf(view, given) : Number(given);
}

/** The number of the block with this hash, if this node has it. */
export async function numberOf(view: View, hash: string): Promise<number | null> {
  const orphan = view.branch?.blocks.find((block) => block.hash === hash);
  if (orphan) return orphan.number <= view.tip ? orphan.number : null;
  const answered = await view.chain.ask('eth_getBlockByHash', [hash, false]);
  const block = 'error' in answered ? null : (answered.result as { number: Hex } | null);
  const number = block ? Number(block.number) : null;
  return number !== null && number <= view.head ? number : null;
}
