import { type Hash, toHex } from 'viem';
import { atBlock, numberOf } from './block-params.ts';
import { type Log, logsIn } from './branch.ts';
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
  const answered = await chainLogs(view, filter, range);
  if ('error' in answered) return { error: asGeth(answered.error) };
  const { branch, tip } = view;
  const orphaned = branch ? logsIn(branch, filter, range.from, Math.min(range.to, tip)) : [];
  const logs = [...(answered.result as Log[]), ...orphaned];
  const tooMany = resultProblem(limits, logs.length);
  return tooMany ? { error: tooMany } : { result: shown(view.faults, logs) };
}

interface Range {
  from: number;
  to: number;
}

/** Logs of the blocks that the chain itself answers for. */
async function chainLogs({ chain, head }: View, filter: LogFilter, { from, to }: Range): Promise<RpcAnswer> {
  if (from > head) return { result: [] };
  const { fromBlock: _from, toBlock: _to, blockHash, ...rest } = filter;
  const within = blockHash ? { blockHash } : { fromBlock: toHex(from), toBlock: toHex(Math.min(to, head)) };
  return chain.ask('eth_getLogs', [{ ...rest, ...within }]);
}

async function rangeOf(view: View, filter: LogFilter): Promise<Range | { error: RpcProblem }> {
  if (filter.blockHash !== undefined) {
    const number = await numberOf(view, filter.blockHash);
    return number === null ? { error: unknownBlock } : { from: number, to: number };
  }
  const from = (await atBlock(view, filter.fromBlock)) ?? view.tip;
  const to = (await atBlock(view, filter.toBlock)) ?? view.tip;
  const isExplicit = [filter.fromBlock, filter.toBlock].every((one) => one?.startsWith('0x'));
  if (isExplicit && from > to) return { error: invalidRange };
  const problem = rangeProblem(view.faults.limits, from, to);
  return problem ? { error: problem } : { from, to };
}

/** Leaves out the hidden logs, and counts the answers that did. */
function shown(faults: Faults, logs: Log[]): Log[] {
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
