import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBody, reply } from '../body.ts';
import type { ChainSpec } from './chain-specs.ts';
import type { RpcAnswer } from './edr-provider.ts';
import type { Faults } from './faults.ts';
import type { LocalChain } from './local-chain.ts';
import { answer } from './node.ts';
import { fail, outageNow } from './outages.ts';
import type { View } from './view.ts';

/** A chain that is served, with what is wrong with it. */
export interface ServedChain {
  chain: LocalChain;
  faults: Faults;
  depth: ChainSpec['depth'];
  random(): number;
  /** Requests so far, which take turns between the views. */
  requests: number;
}

const maxBatch = 1000;
/** QuickNode's code for a range that is too long, which it sends with status 413. */
const tooLarge = -32614;

/** Answers a request to a chain's URL. */
export async function serveChain(
  served: ServedChain,
  request: IncomingMessage,
  response: ServerResponse,
  stopping: AbortSignal,
): Promise<void> {
  if (request.method !== 'POST') return reply(response, 405, 'method not allowed');
  const body = await readBody(request);
  if (body === null) return reply(response, 413, 'content length too large');
  if (served.faults.delayMs > 0) await sleep(served.faults.delayMs, undefined, { signal: stopping });
  const outage = outageNow(served.faults, served.random);
  const answered = outage?.kind === 'cut' || !outage ? await answerBody(served, body) : null;
  if (outage) return fail(response, outage, answered?.text);
  reply(response, answered?.status ?? 200, answered?.text ?? '', 'application/json');
}

async function answerBody(served: ServedChain, body: string): Promise<{ status: number; text: string }> {
  const calls = parse(body);
  if (calls === undefined) return { status: 400, text: refusal(-32700, 'parse error') };
  const node = nodeFor(served);
  if (!Array.isArray(calls)) {
    const one = await answerCall(served, node, calls);
    const isTooLarge = one !== null && 'error' in one && one.error.code === tooLarge;
    return { status: isTooLarge ? 413 : 200, text: one === null ? '' : JSON.stringify(one) };
  }
  if (calls.length === 0) return { status: 200, text: refusal(-32600, 'empty batch') };
  if (calls.length > maxBatch) return { status: 200, text: refusal(-32600, 'batch too large') };
  const answers: unknown[] = [];
  for (const call of calls) answers.push(await answerCall(served, node, call));
  return { status: 200, text: JSON.stringify(answers.filter((one) => one !== null)) };
}

/** Which of the nodes behind the address gets a request. */
interface Node {
  behind: number;
  isOnOldBranch: boolean;
}

function nodeFor(served: ServedChain): Node {
  const { lag, branch } = served.faults;
  const turn = served.requests++;
  return {
    behind: lag[turn % lag.length] ?? 0,
    isOnOldBranch: branch === 'old' || (branch === 'both' && turn % 2 === 1),
  };
}

function viewOf({ chain, faults, depth }: ServedChain, { behind, isOnOldBranch }: Node): View {
  const branch = isOnOldBranch ? chain.replaced() : null;
  const newest = branch ? branch.fork + branch.blocks.length : chain.head();
  const tip = Math.max(0, newest - behind);
  return { chain, faults, depth, branch, tip, head: Math.min(tip, branch?.fork ?? tip) };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function refusal(code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
}

/** Null for a notification, which gets no answer. */
async function answerCall(
  served: ServedChain,
  node: Node,
  call: unknown,
): Promise<({ jsonrpc: '2.0'; id: unknown } & RpcAnswer) | null> {
  const { id, method, params } = (call ?? {}) as { id?: unknown; method?: unknown; params?: unknown };
  if (typeof method !== 'string')
    return { jsonrpc: '2.0', id: id ?? null, error: { code: -32600, message: 'invalid request' } };
  const answered = await served.chain.exclusive(() =>
    answer(viewOf(served, node), method, Array.isArray(params) ? params : []),
  );
  return id === undefined ? null : { jsonrpc: '2.0', id, ...answered };
}
