import { type Hash, toHex } from 'viem';
import { atBlock, numberOf } from './block-params.ts';
import type { RpcAnswer, RpcProblem } from './edr-provider.ts';
import { type Faults, filterProblem, type LogFilter, rangeProblem, resultProblem } from './faults.ts';
import { asGeth, invalidRange, unknownBlock } from './node-errors.ts';
import type { View } from './view.ts';

/** `eth_getLogs`, within what this node has and allows. */
export async function answerLogs(view: View, params: readonly unknown[]): Promise<RpcAnswer> {
  const filter = (params[0] ?? {}) as LogFilter;
  const { limits } = view.faults;
  const tooMuch = filterProblem(limits, filter);
  if (tooMuch) return { error: tooMuch };
  const range = await rangeOf(view, filter);
  if ('error' in range) return range;
  if (range.from > view.head) return { result: [] };
  const { fromBlock: _from, toBlock: _to, blockHash, ...rest } = filter;
  const within = blockHash
    ? { blockHash }
    : { fromBlock: toHex(range.from), toBlock: toHex(Math.min(range.to, view.head)) };
  const answered = await view.chain.ask('eth_getLogs', [{ ...rest, ...within }]);
  if ('error' in answered) return { error: asGeth(answered.error) };
  const logs = answered.result as { transactionHash: Hash }[];
  const tooMany = resultProblem(limits, logs.length);
  return tooMany ? { error: tooMany } : { result: shown(view.faults, logs) };
}

async function rangeOf(
  view: View,
  filter: LogFilter,
): Promise<{ from: number; to: number } | { error: RpcProblem }> {
  if (filter.blockHash !== undefined) {
    const number = await numberOf(view, filter.blockHash);
    return number === null ? { error: unknownBlock } : { from: number, to: number };
  }
  const from = (await atBlock(view, filter.fromBlock)) ?? view.head;
  const to = (await atBlock(view, filter.toBlock)) ?? view.head;
  const isExplicit = [filter.fromBlock, filter.toBlock].every((one) => one?.startsWith('0x'));
  if (isExplicit && from > to) return { error: invalidRange };
  const problem = rangeProblem(view.faults.limits, from, to);
  return problem ? { error: problem } : { from, to };
}

/** Leaves out the hidden logs, and counts the answers that did. */
function shown<T extends { transactionHash: Hash }>(faults: Faults, logs: T[]): T[] {
  const hidden = faults.hiddenLogs;
  if (!hidden) return logs;
  const left = logs.filter(({ transactionHash }) => !isHidden(hidden.transactions, transactionHash));
  if (left.length < logs.length && hidden.times !== undefined) {
    const times = hidden.times - 1;
    faults.hiddenLogs = times > 0 ? { ...hidden, times } : null;
  }
  return left;
}

function isHidden(transactions: readonly Hash[] | undefined, hash: Hash): boolean {
  return transactions === undefined || transactions.includes(hash);
}
