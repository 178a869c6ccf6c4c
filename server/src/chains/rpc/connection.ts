import type { Dispatcher } from 'undici';
import { type PostLimits, post, type Target } from './post.ts';
import { refusalOf } from './refusals.ts';
import { RpcError } from './rpc-error.ts';

interface RpcCall {
  method: string;
  params: readonly unknown[];
}

/** JSON-RPC with one address. */
export interface Connection {
  readonly host: string;
  readonly limits: LearntLimits;
  call(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Answers in the order of the calls. One error fails the batch. */
  batch(calls: readonly RpcCall[]): Promise<unknown[]>;
}

/** How often a request is sent that got no answer: more often where no other address is left. */
export const triesOf = { first: 3, last: 8 };
/** Before the second try, the third, and so on. The last one repeats. */
const retryAfterMs = [0, 20, 50, 100, 200];

/** What this address accepts, as far as its refusals have shown. */
export interface LearntLimits {
  /** Blocks of one eth_getLogs. */
  blocks: number;
  /** Topics at one position of a filter. */
  topics: number;
  /** Calls in one batch. */
  batch: number;
  /** Requests in a row that used the whole range and were answered. */
  accepted: number;
  /** Whether eth_call takes a block by its hash (EIP-1898). */
  callsByHash: boolean;
  /** Whether it answers eth_getBlockReceipts. */
  receipts: boolean;
  /** Whether the blooms of headers name the logs of their blocks; null until a block with logs was compared. */
  blooms: boolean | null;
}

export const firstLimits: Readonly<LearntLimits> = {
  blocks: 2000,
  topics: 1000,
  batch: 50,
  accepted: 0,
  callsByHash: true,
  receipts: true,
  blooms: null,
};

const maxErrorChars = 300;

export interface Wire {
  dispatcher: Dispatcher;
  target: Target;
  limits: PostLimits;
  /** Called after each HTTP request. */
  onRequest(host: string, seconds: number, calls: number, error: RpcError | null): void;
  /** Waits before a request is sent again. */
  pause(ms: number): Promise<void>;
  /** Called before a request is sent again. */
  onRetry(host: string): void;
}

let lastId = 0;

export function createConnection(
  wire: Wire,
  limits: LearntLimits,
  signal: AbortSignal | undefined,
  maxTries = triesOf.first,
): Connection {
  const { host } = wire.target;

  /**
   * A step makes many requests, and would start over for one that failed: with a third of them failing it never came to its
   * end. So the request is sent again, and what was read before is kept.
   */
  async function send(calls: readonly RpcCall[], asBatch: boolean): Promise<unknown[]> {
    for (let tries = 1; ; tries++) {
      try {
        return await sendOnce(calls, asBatch);
      } catch (error) {
        if (tries >= maxTries || !isPassing(error) || calls.some(isBroadcast)) throw error;
        const waitMs = retryAfterMs[Math.min(tries, retryAfterMs.length) - 1] ?? 0;
        if (waitMs > 0) await wire.pause(waitMs);
        if (signal?.aborted) throw error;
        wire.onRetry(host);
      }
    }
  }

  async function sendOnce(calls: readonly RpcCall[], asBatch: boolean): Promise<unknown[]> {
    const startedAt = performance.now();
    const note = (error: RpcError | null) =>
      wire.onRequest(host, (performance.now() - startedAt) / 1000, calls.length, error);
    try {
      const requests = calls.map(({ method, params }) => ({ jsonrpc: '2.0', id: ++lastId, method, params }));
      const text = JSON.stringify(asBatch ? requests : requests[0]);
      const answer = parse(host, await post(wire.dispatcher, wire.target, text, wire.limits, signal));
      const results = resultsOf(wire.target, requests, answer, asBatch);
      note(null);
      return results;
    } catch (error) {
      note(error instanceof RpcError ? error : null);
      throw error;
    }
  }

  async function batch(calls: readonly RpcCall[]): Promise<unknown[]> {
    const results: unknown[] = [];
    while (results.length < calls.length) {
      const part = calls.slice(results.length, results.length + limits.batch);
      try {
        results.push(...(await send(part, limits.batch > 1)));
      } catch (error) {
        if (!(error instanceof RpcError) || error.problem !== 'batch-refused' || limits.batch === 1)
          throw error;
        limits.batch = Math.max(1, Math.floor(Math.min(limits.batch, part.length) / 2));
      }
    }
    return results;
  }

  return {
    host,
    limits,
    batch,
    async call(method, params) {
      const [result] = await send([{ method, params }], false);
      return result;
    },
  };
}

/** No answer, or a broken one. Timeouts take too long to try again at the same address. */
function isPassing(error: unknown): boolean {
  return error instanceof RpcError && (error.problem === 'unreachable' || error.problem === 'garbage');
}

/** It may have had its effect: whoever sends it decides what the lost answer means. */
function isBroadcast({ method }: RpcCall): boolean {
  return method === 'eth_sendRawTransaction';
}

function parse(host: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RpcError('garbage', host, 'answered something that is not JSON');
  }
}

function resultsOf(
  target: Target,
  requests: readonly { id: number }[],
  answer: unknown,
  asBatch: boolean,
): unknown[] {
  if (!asBatch) return [resultOf(target, requests[0]?.id ?? 0, answer)];
  if (!Array.isArray(answer)) throw batchProblem(target, answer);
  const byId = new Map(answer.map((one: unknown) => [isObject(one) ? one['id'] : undefined, one]));
  return requests.map(({ id }) => resultOf(target, id, byId.get(id)));
}

/** One error object instead of a list: the node does not take this batch, unless it names another reason. */
function batchProblem(target: Target, answer: unknown): RpcError {
  const error = isObject(answer) ? answer['error'] : undefined;
  if (!isObject(error)) return new RpcError('garbage', target.host, 'answered no batch');
  const refusal = errorOf(target, error);
  return refusal.problem === 'node' ? new RpcError('batch-refused', target.host, 'refused a batch') : refusal;
}

function resultOf(target: Target, id: number, answer: unknown): unknown {
  if (!isObject(answer) || answer['id'] !== id)
    throw new RpcError('garbage', target.host, 'answered another request');
  if (isObject(answer['error'])) throw errorOf(target, answer['error']);
  if (answer['result'] === undefined) throw new RpcError('garbage', target.host, 'answered no result');
  return answer['result'];
}

function errorOf(target: Target, error: Record<string, unknown>): RpcError {
  const code = typeof error['code'] === 'number' ? error['code'] : null;
  const data = typeof error['data'] === 'string' ? ` ${error['data']}` : '';
  return refusalOf(target.host, code, printable(target, `${String(error['message'])}${data}`));
}

/** Some providers repeat the URL or its key in their errors. */
function printable({ path }: Target, text: string): string {
  const secrets = path.split(/[/?&=]/).filter((part) => part.length >= 8);
  const clean = secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  return clean.replaceAll(/\p{Cc}+/gu, ' ').slice(0, maxErrorChars);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
