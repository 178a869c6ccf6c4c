import { atBlock, type BlockParam, blockParamAt, byNumber } from './block-params.ts';
import { type Branch, withHashesOnly } from './branch.ts';
import type { RpcAnswer } from './edr-provider.ts';
import { headerNotFound } from './node-errors.ts';
import type { View } from './view.ts';

/** What a node on a replaced branch answers about it. Undefined if the call is about the blocks below. */
export async function answerFromBranch(
  view: View,
  branch: Branch,
  method: string,
  params: readonly unknown[],
): Promise<RpcAnswer | undefined> {
  const [first, second] = params;
  const blocks = branch.blocks.filter(({ number }) => number <= view.tip);
  const transactions = blocks.flatMap(({ block }) => block.transactions);
  const receipts = blocks.flatMap((one) => one.receipts);
  const found = {
    eth_getTransactionReceipt: receipts.find((one) => one.transactionHash === first),
    eth_getTransactionByHash: transactions.find((one) => one.hash === first),
    eth_getBlockByHash: shown(
      blocks.find((one) => one.hash === first),
      second,
    ),
  }[method];
  if (found) return { result: found };
  const position = method === 'eth_getBlockReceipts' ? 0 : blockParamAt.get(method);
  if (position === undefined) return undefined;
  const number = await atBlock(view, params[position] as BlockParam | undefined);
  if (number === null || number <= branch.fork) return undefined;
  const block = blocks.find((one) => one.number === number);
  if (method === 'eth_getBlockByNumber') return { result: shown(block, second) ?? null };
  if (method === 'eth_getBlockReceipts') return { result: block?.receipts ?? null };
  if (method === 'eth_feeHistory') return undefined;
  // The state of replaced blocks is gone with them.
  return byNumber.has(method) ? { result: null } : { error: headerNotFound };
}

function shown(block: Branch['blocks'][number] | undefined, whole: unknown): object | undefined {
  return block && (whole === true ? block.block : withHashesOnly(block));
}
