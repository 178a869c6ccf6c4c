import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import {
  type Connection,
  createConnection,
  firstLimits,
  type LearntLimits,
  triesOf,
  type Wire,
} from './connection.ts';
import { parseQuantity } from './hex.ts';
import { targetOf } from './post.ts';
import { BlockNotThere, GarbageAnswer, RpcError } from './rpc-error.ts';

/** JSON-RPC with one chain over several URLs, in order of preference. */
export interface Rpc {
  /**
   * Runs reads on one URL, so that they come from one node as far as the provider allows. If it fails, all of them are
   * repeated on the next one.
   */
  run<T>(work: (connection: Connection) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Runs reads on every URL that answers, for a second opinion. */
  everywhere<T>(work: (connection: Connection) => Promise<T>, signal?: AbortSignal): Promise<T[]>;
  /** How many URLs there are. */
  readonly size: number;
  close(): Promise<void>;
}

/** Reads of a chain, wherever they go. */
export type Reads = Pick<Rpc, 'run' | 'everywhere' | 'size'>;

export interface RpcOptions {
  urls: readonly string[];
  /** URLs with another chain id are not used. */
  chainId?: number;
  /** For chains without a chain id: throws unless the URL serves the right chain. */
  verify?: (connection: Connection) => Promise<void>;
  nowMs(): number;
  deadlineMs?: number;
  maxBytes?: number;
  onRequest?: Wire['onRequest'];
  onRetry?: Wire['onRetry'];
  /** Replaces waiting, in simulations. */
  pause?: Wire['pause'];
  /** Replaces the connections, in simulations. */
  dispatcher?: Dispatcher;
  /** Called when a URL is paused after an error. */
  onPutAside?: (error: RpcError, restMs: number) => void;
}

export type OpenRpc = (options: RpcOptions) => Rpc;

interface Address {
  wire: Wire;
  limits: LearntLimits;
  failures: number;
  /** Paused until this time, unless no other URL is left. */
  restsUntilMs: number;
  /** Why it is paused. */
  problem: RpcError | null;
  isVerified: boolean;
}

const defaultDeadlineMs = 10_000;
/** The answer with ten thousand logs, which most providers allow, has about 8 MB. */
const defaultMaxBytes = 32 * 1024 * 1024;
const firstRestMs = 1000;
const maxRestMs = 60_000;
const keepAliveMs = 30_000;
const connectionsPerOrigin = 4;

export function createRpc(options: RpcOptions): Rpc {
  const deadlineMs = options.deadlineMs ?? defaultDeadlineMs;
  const dispatcher = options.dispatcher ?? createAgent(deadlineMs);
  const { chainId, verify = (connection) => verifyChainId(connection, chainId) } = options;
  const limits = { deadlineMs, maxBytes: options.maxBytes ?? defaultMaxBytes };
  const addresses = options.urls.map(
    (url): Address => ({
      wire: {
        dispatcher,
        target: targetOf(url),
        limits,
        onRequest: options.onRequest ?? (() => {}),
        pause: options.pause ?? sleep,
        onRetry: options.onRetry ?? (() => {}),
      },
      limits: { ...firstLimits },
      failures: 0,
      restsUntilMs: 0,
      problem: null,
      isVerified: false,
    }),
  );

  async function runOn<T>(
    address: Address,
    work: (connection: Connection) => Promise<T>,
    signal: AbortSignal | undefined,
    tries: number,
  ): Promise<T> {
    const connection = createConnection(address.wire, address.limits, signal, tries);
    try {
      if (!address.isVerified) await verify(connection);
      address.isVerified = true;
      const result = await work(connection);
      address.failures = 0;
      address.restsUntilMs = 0;
      return result;
    } catch (error) {
      throw error instanceof GarbageAnswer ? new RpcError('garbage', connection.host, error.message) : error;
    }
  }

  /** Each consecutive failure doubles the pause. The preferred URL is used again as soon as its pause is over. */
  function putAside(address: Address, error: RpcError): void {
    address.failures++;
    address.isVerified = false;
    const usualMs = Math.min(maxRestMs, firstRestMs * 2 ** (address.failures - 1));
    const restMs = Math.min(Math.max(usualMs, error.retryAfterMs ?? 0), 10 * maxRestMs);
    address.restsUntilMs = options.nowMs() + restMs;
    address.problem = error;
    options.onPutAside?.(error, restMs);
  }

  /** If all are paused, the one whose pause ends first is used, unless the provider itself asked to wait. */
  function candidates(): Address[] {
    const rested = addresses.filter((address) => address.restsUntilMs <= options.nowMs());
    if (rested.length > 0) return rested;
    const [soonest] = addresses.toSorted((a, b) => a.restsUntilMs - b.restsUntilMs);
    if (soonest?.problem?.problem === 'rate-limited') throw soonest.problem;
    return soonest ? [soonest] : [];
  }

  return {
    size: addresses.length,
    async run(work, signal) {
      let last: unknown = new Error('no address is configured');
      const chosen = candidates();
      for (const address of chosen) {
        try {
          const tries = address === chosen.at(-1) ? triesOf.last : triesOf.first;
          return await runOn(address, work, signal, tries);
        } catch (error) {
          last = error;
          if (error instanceof BlockNotThere) continue;
          if (!(error instanceof RpcError) || error.problem === 'aborted') throw error;
          if (isOfAddress(error)) putAside(address, error);
        }
      }
      throw last;
    },
    async everywhere(work, signal) {
      const results = await Promise.allSettled(
        addresses.map((address) => runOn(address, work, signal, triesOf.first)),
      );
      return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    },
    close: () => dispatcher.destroy(),
  };
}

/** All reads on this one connection. */
export function readsOn(connection: Connection): Reads {
  return {
    size: 1,
    run: (work) => work(connection),
    everywhere: async (work) => [await work(connection)],
  };
}

function createAgent(deadlineMs: number): Dispatcher {
  return new Agent({
    connections: connectionsPerOrigin,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    connect: { timeout: deadlineMs },
    headersTimeout: deadlineMs * 2,
    bodyTimeout: deadlineMs * 2,
  });
}

/**
 * Whether an error is the URL's fault. An error that the node returned may be about the request: another node is asked,
 * and this one is not paused.
 */
function isOfAddress({ problem }: RpcError): boolean {
  return problem !== 'node' && problem !== 'range-refused' && problem !== 'topics-refused';
}

async function verifyChainId(connection: Connection, chainId: number | undefined): Promise<void> {
  const found = parseQuantity(await connection.call('eth_chainId', []));
  if (found !== chainId)
    throw new RpcError('wrong-chain', connection.host, `has chain id ${found}, not ${chainId}`);
}
