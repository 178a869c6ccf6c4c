import type { Hash } from 'viem';
import type { RpcProblem } from './edr-provider.ts';

/**
 * How a node fails: closes the connection, never answers, answers 500 or 429, a proxy's HTML page, half an answer, or a
 * JSON-RPC error about a rate limit with status 200.
 */
export const outageKinds = ['refuse', 'hang', '500', '429', 'html', 'cut', 'limited'] as const;
export type OutageKind = (typeof outageKinds)[number];

export interface Outage {
  kind: OutageKind;
  /** How many requests it hits. Default: all until it is ended. */
  times?: number | undefined;
  /** The part of requests that it hits, 0 to 1, drawn from the seed. Default: all. */
  share?: number | undefined;
  retryAfterSeconds?: number | undefined;
}

/** Whose words a refusal of `eth_getLogs` has. */
export type Provider = 'geth' | 'alchemy' | 'infura' | 'quicknode' | 'avalanche' | 'publicnode';

export interface Limits {
  /** Blocks in one range. */
  logRange?: number | undefined;
  /** Values at one position of `topics`. */
  topics?: number | undefined;
  /** Contracts in `address`. */
  addresses?: number | undefined;
  /** Logs in one answer. */
  results?: number | undefined;
  provider?: Provider | undefined;
}

export interface HiddenLogs {
  /** `eth_getBlockReceipts` answers nothing too. */
  receipts?: boolean | undefined;
  /** Only logs of these transactions. Default: all logs. */
  transactions?: readonly Hash[] | undefined;
  /** How many answers leave them out. Default: all until it is ended. */
  times?: number | undefined;
}

/** What is wrong with one chain's node now. */
export interface Faults {
  /** Blocks behind the real head. Several values take turns, as of several nodes behind one address. */
  lag: readonly number[];
  /** Which branch of the last reorganisation is shown. `both` take turns. */
  branch: 'new' | 'old' | 'both';
  outage: Outage | null;
  limits: Limits;
  hiddenLogs: HiddenLogs | null;
  delayMs: number;
  /** How many of the next transactions are accepted, and forgotten. */
  lost: number;
}

export const noFaults: Faults = {
  lag: [0],
  branch: 'new',
  outage: null,
  limits: {},
  hiddenLogs: null,
  delayMs: 0,
  lost: 0,
};

type RangeRefusal = (from: number, to: number, limit: number) => RpcProblem;

const rangeRefusals: Record<Provider, RangeRefusal> = {
  geth: (_from, _to, limit) => ({ code: -32602, message: `exceed maximum block range: ${limit}` }),
  publicnode: (_from, _to, limit) => ({ code: -32701, message: `exceed maximum block range: ${limit}` }),
  alchemy: (from, _to, limit) => ({
    code: -32600,
    message: `Under the Free tier plan, you can make eth_getLogs requests with up to a ${limit} block range. Based on your parameters, this block range should work: [0x${from.toString(16)}, 0x${(from + limit - 1).toString(16)}]. Upgrade to PAYG for expanded block range.`,
  }),
  infura: (from, to, limit) => ({
    code: -32602,
    message: `range ${to - from} exceeds limit of ${limit}`,
  }),
  quicknode: (_from, _to, limit) => ({
    code: -32614,
    message: `eth_getLogs is limited to a ${limit.toLocaleString('en-US')} range`,
  }),
  avalanche: (from, to, limit) => ({
    code: -32000,
    message: `requested too many blocks from ${from} to ${to}, maximum is set to ${limit}`,
  }),
};

export function rangeProblem({ logRange, provider = 'geth' }: Limits, from: number, to: number) {
  if (logRange === undefined || to - from < logRange) return undefined;
  return rangeRefusals[provider](from, to, logRange);
}

export function filterProblem({ topics, addresses }: Limits, filter: LogFilter): RpcProblem | undefined {
  const most = Math.max(0, ...(filter.topics ?? []).map((one) => (Array.isArray(one) ? one.length : 1)));
  if (topics !== undefined && most > topics) return { code: -32602, message: 'exceed max topics' };
  const contracts = Array.isArray(filter.address) ? filter.address.length : 1;
  if (addresses !== undefined && contracts > addresses)
    return { code: -32602, message: 'exceed max addresses' };
  return undefined;
}

export interface LogFilter {
  address?: string | string[];
  topics?: (string | string[] | null)[];
  fromBlock?: string;
  toBlock?: string;
  blockHash?: string;
}

export function resultProblem({ results, provider = 'geth' }: Limits, found: number): RpcProblem | undefined {
  if (results === undefined || found <= results) return undefined;
  const message =
    provider === 'alchemy'
      ? 'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can request any block range with a cap of 10K logs in the response.'
      : `query returned more than ${results} results`;
  return { code: provider === 'alchemy' ? -32602 : -32005, message };
}
