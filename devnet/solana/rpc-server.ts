import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, reply } from '../body.ts';
import type { Outage } from '../evm/faults.ts';
import { fail, outageNow } from '../evm/outages.ts';
import type { SolanaLedger } from './ledger.ts';
import type { Method } from './read-methods.ts';
import { NodeError } from './rpc-error.ts';
import type { CommitmentLags } from './view.ts';

/** What is wrong with the node now. */
interface SolanaFaults {
  /** Blocks behind the tip. Several values take turns, as of several nodes behind one address. */
  lag: readonly number[];
  outage: Outage | null;
}

export interface ServedNode {
  ledger: SolanaLedger;
  lags: CommitmentLags;
  methods: Record<string, Method>;
  faults: SolanaFaults;
  random(): number;
  /** Calls so far, by method. */
  calls: Map<string, number>;
  requests: number;
}

interface Call {
  id?: unknown;
  method?: unknown;
  params?: unknown;
}

export async function serveSolana(
  node: ServedNode,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') return reply(response, 405, 'Used HTTP Method is not allowed.');
  const body = await readBody(request);
  if (body === null) return reply(response, 413, 'content length too large');
  const outage = outageNow(node.faults, node.random);
  const text = outage && outage.kind !== 'cut' ? '' : toJson(answerBody(node, body));
  if (outage) return fail(response, outage, text);
  reply(response, 200, text, 'application/json');
}

/** The answer to one call as a client would parse it, without HTTP: for simulations. */
export function answerInProcess(node: ServedNode, method: string, params: readonly unknown[]): unknown {
  return JSON.parse(toJson(answerBody(node, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))));
}

function answerBody(node: ServedNode, body: string): unknown {
  const { lag } = node.faults;
  const behind = lag[node.requests++ % lag.length] ?? 0;
  let calls: Call | Call[];
  try {
    calls = JSON.parse(body);
  } catch {
    return { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } };
  }
  const view = { ledger: node.ledger, lags: node.lags, behind };
  const run = (name: string, params: readonly unknown[]) => node.methods[name]?.(view, params);
  return Array.isArray(calls)
    ? calls.map((call) => answerCall(node, call, run))
    : answerCall(node, calls, run);
}

/** `run` returns undefined for a method that it does not have. */
export function answerCall(
  { calls }: ServedNode,
  { id = null, method, params }: Call,
  run: (name: string, params: readonly unknown[]) => unknown,
) {
  const name = String(method);
  calls.set(name, (calls.get(name) ?? 0) + 1);
  try {
    const result = run(name, Array.isArray(params) ? params : []);
    if (result === undefined) throw new NodeError(-32601, 'Method not found');
    return { jsonrpc: '2.0', id, result };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    const { code, message, data } = error;
    return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
  }
}

const bigMark = '#big:';
const bigPattern = new RegExp(`"${bigMark}(\\d+)"`, 'g');

/** Nodes write numbers of 64 bits as JSON numbers, which JSON.stringify cannot. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? `${bigMark}${one}` : one));
  return text.replace(bigPattern, '$1');
}
