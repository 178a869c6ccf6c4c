import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RpcRequest {
  id: number;
  method: string;
  params: unknown[];
}

/** Thrown by a handler: becomes the `error` of the answer. */
export class RpcFailure extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface RpcServer {
  url: string;
  /** Requests so far; a batch counts once. */
  requests: RpcRequest[][];
  /** Answers in another way; null answers as usual. */
  interfere: ((body: RpcRequest[], reply: ServerResponse, request: IncomingMessage) => boolean) | null;
  stop(): Promise<void>;
}

/** A JSON-RPC server on a port of its own. */
export async function startRpcServer(handle: (request: RpcRequest) => unknown): Promise<RpcServer> {
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as RpcRequest | RpcRequest[];
    const calls = [body].flat();
    own.requests.push(calls);
    if (own.interfere?.(calls, reply, request)) return;
    const answers = calls.map((call) => answer(handle, call));
    reply.setHeader('content-type', 'application/json');
    // Batches may be answered in any order.
    reply.end(JSON.stringify(Array.isArray(body) ? answers.reverse() : answers[0]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own: RpcServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/secret-key-of-the-operator`,
    requests: [],
    interfere: null,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return own;
}

function answer(handle: (request: RpcRequest) => unknown, request: RpcRequest): object {
  const { id } = request;
  try {
    return { jsonrpc: '2.0', id, result: handle(request) ?? null };
  } catch (error) {
    const code = error instanceof RpcFailure ? error.code : -32000;
    return { jsonrpc: '2.0', id, error: { code, message: (error as Error).message } };
  }
}
