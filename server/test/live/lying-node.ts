import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toTopic } from '../../src/chains/rpc/hex.ts';

interface Request {
  id: unknown;
  method: string;
  params: unknown[];
}

/** What the node answers instead of the truth, or a promise of it. */
export type Lie = (request: Request, result: unknown) => unknown;

export interface LyingNode {
  /** At another host name than the node itself. */
  url: string;
  /** Null: it tells the truth. 'down': it does not answer. */
  lie: Lie | 'down' | null;
  /** A method whose requests it answers and does not pass on. */
  swallows: string | null;
  stop(): Promise<void>;
}

/** A node that passes on what another one answers, unless it lies. */
export async function startLyingNode(honest: string): Promise<LyingNode> {
  const answerTo = async (request: Request) => {
    if (request.method === node.swallows) return { jsonrpc: '2.0', id: request.id, result: '' };
    const response = await fetch(honest, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', ...request }),
    });
    const answer = (await response.json()) as { result?: unknown };
    const { lie } = node;
    return typeof lie === 'function' && 'result' in answer
      ? { ...answer, result: await lie(request, answer.result) }
      : answer;
  };
  const server = createServer(async (incoming, outgoing) => {
    const asked = JSON.parse(await textOf(incoming)) as Request | Request[];
    if (node.lie === 'down') {
      outgoing.writeHead(503).end();
      return;
    }
    const answers = Array.isArray(asked) ? await Promise.all(asked.map(answerTo)) : await answerTo(asked);
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const node: LyingNode = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    lie: null,
    swallows: null,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return node;
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Names another sender of every transfer to this address, in blocks whose headers say nothing about their logs. */
export function isPaidBy(thief: string, address: string): Lie {
  const log = (one: { topics: string[] }) =>
    one.topics[2] === toTopic(address)
      ? { ...one, topics: [one.topics[0], toTopic(thief), one.topics[2]] }
      : one;
  return ({ method }, result) => {
    if (method === 'eth_getLogs') return (result as { topics: string[] }[]).map(log);
    if (method === 'eth_getBlockReceipts') return null;
    if (method !== 'eth_getBlockByNumber' || !result) return result;
    // A full bloom where nothing is would show that something is missing.
    const { transactions } = result as { transactions: unknown[] };
    return transactions.length === 0
      ? result
      : { ...result, receiptsRoot: undefined, logsBloom: `0x${'ff'.repeat(256)}` };
  };
}
