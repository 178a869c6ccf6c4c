import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Answer {
  id: unknown;
  result?: unknown;
  error?: { code: number; message: string };
}

export interface RpcProxy {
  /** The node, as the worker with this number sees it. */
  urlFor(worker: number): string;
  /** Faults happen until it is false. */
  isOn: boolean;
  counts: Record<'before' | 'after' | 'nullReceipts' | 'kills', number>;
  stop(): Promise<void>;
}

interface Options {
  /** The node itself. */
  url: string;
  random(): number;
  /** The part of requests at which their worker is killed: before they arrive, before their answer, or just after it. */
  killShare: number;
  /** A slow machine asks more often, and a worker takes seconds to start. */
  maxKills: number;
  kill(worker: number): void;
  /** The part of requests that fail before or after they have an effect, and of receipts that are hidden. */
  share: Record<'before' | 'after' | 'nullReceipts', number>;
  /** Whether a call is answered and never reaches the node. */
  swallows?(method: string): boolean;
  /** Changes what the node answered. */
  alters?(method: string, result: unknown, params: readonly unknown[]): unknown;
}

/** A node that fails before and after it has done what was asked, and hides receipts. */
export async function startRpcProxy({
  url,
  random,
  killShare,
  maxKills,
  kill,
  share,
  swallows = () => false,
  alters = (_method, result) => result,
}: Options): Promise<RpcProxy> {
  const counts = { before: 0, after: 0, nullReceipts: 0, kills: 0 };
  const happens = (kind: keyof Options['share']) => {
    const isSo = proxy.isOn && random() < share[kind];
    if (isSo) counts[kind]++;
    return isSo;
  };
  const hide = (asked: { id: unknown; method: string; params?: unknown[] }[], answer: Answer): Answer => {
    const { method = '', params = [] } = asked.find(({ id }) => id === answer.id) ?? {};
    if (method === 'eth_getTransactionReceipt' && happens('nullReceipts')) return { ...answer, result: null };
    if (!proxy.isOn || !('result' in answer)) return answer;
    return { ...answer, result: alters(method, answer.result, params) };
  };

  const server = createServer(async (request, response) => {
    const worker = Number(request.url?.slice(1));
    const text = await bodyOf(request);
    const fate = proxy.isOn && counts.kills < maxKills ? random() / killShare : 1;
    const die = () => {
      counts.kills++;
      kill(worker);
      request.socket.destroy();
    };
    if (fate < 1 / 3) return die();
    if (happens('before')) return void response.writeHead(502).end();
    const asked = JSON.parse(text);
    if (proxy.isOn && swallows(asked.method)) {
      const answer = { jsonrpc: '2.0', id: asked.id, result: 'swallowed' };
      return void response.writeHead(200, headers).end(JSON.stringify(answer));
    }
    const answered = await fetch(url, { method: 'POST', body: text, headers });
    const answer = (await answered.json()) as Answer | Answer[];
    if (fate < 2 / 3) return die();
    if (happens('after')) return void response.writeHead(504).end();
    const shown = Array.isArray(answer) ? answer.map((one) => hide(asked, one)) : hide([asked], answer);
    response.writeHead(200, headers).end(JSON.stringify(shown));
    if (fate >= 1) return;
    // Somewhere among the statements that follow.
    await sleep(random() * 30);
    die();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: RpcProxy = {
    urlFor: (worker) => `http://127.0.0.1:${port}/${worker}`,
    isOn: true,
    counts,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

const headers = { 'content-type': 'application/json' };

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}
