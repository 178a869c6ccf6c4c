import type { RpcProblem } from './edr-provider.ts';

/** EDR's messages, and what geth answers in their place. Clients decide by these texts. */
const texts: readonly [RegExp, (...found: string[]) => RpcProblem][] = [
  [
    /^Method (\S+) is not supported/,
    (method) => ({ code: -32601, message: `the method ${method} does not exist/is not available` }),
  ],
  [/^Known transaction/, () => refusal('already known')],
  [/^Replacement transaction underpriced/, () => refusal('replacement transaction underpriced')],
  [
    /nonce too low\. Expected nonce to be at least (\d+) but got (\d+)/,
    (next, given) => refusal(`nonce too low: next nonce ${next}, tx nonce ${given}`),
  ],
  [
    /enough funds to send tx\. The max upfront cost is: (\d+) and the sender's balance is: (\d+)/,
    (cost, balance) =>
      refusal(
        `insufficient funds for gas * price + value: balance ${balance}, tx cost ${cost}, overshot ${BigInt(cost ?? 0) - BigInt(balance ?? 0)}`,
      ),
  ],
  [
    /requires at least (\d+) gas but got (\d+)/,
    (needed, given) => refusal(`intrinsic gas too low: gas ${given}, minimum needed ${needed}`),
  ],
  [/exceeds block gas limit/, () => refusal('exceeds block gas limit')],
  [/invalid chainId/, () => refusal('invalid sender')],
  [/^Invalid transaction type/, () => refusal('transaction type not supported')],
  [/^Received invalid block tag/, () => refusal('header not found')],
  [/^blockHash cannot be found/, () => refusal('unknown block')],
];

function refusal(message: string): RpcProblem {
  return { code: -32000, message };
}

export const unknownBlock = refusal('unknown block');
export const headerNotFound = refusal('header not found');
export const invalidRange = refusal('invalid block range params');

/** Words an error of EDR as geth does. */
export function asGeth(problem: RpcProblem): RpcProblem {
  const revert = revertData(problem.data);
  if (revert !== undefined) return { code: 3, message: revertMessage(problem.message), data: revert };
  for (const [pattern, write] of texts) {
    const found = pattern.exec(problem.message);
    if (found) return write(...found.slice(1));
  }
  if (problem.code === -32602) return { code: -32602, message: `invalid argument 0: ${problem.message}` };
  return { code: problem.code, message: problem.message };
}

function revertData(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('data' in data)) return undefined;
  return typeof data.data === 'string' ? data.data : undefined;
}

function revertMessage(message: string): string {
  const reason = /reverted with reason string '(.*)'$/s.exec(message)?.[1];
  return reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`;
}
