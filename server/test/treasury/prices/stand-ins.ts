import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandIn {
  origin: string;
  /** Paths that were asked for. */
  asked: string[];
  answer(handler: (request: IncomingMessage, response: ServerResponse, body: string) => void): void;
  json(value: unknown, headers?: Record<string, string>): void;
  close(): Promise<void>;
}

/** A server that answers as a price service documents it, or as it should not. */
export async function startStandIn(): Promise<StandIn> {
  let handle: Parameters<StandIn['answer']>[0] = (_request, response) => response.writeHead(500).end();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => handle(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer(handler) {
      handle = handler;
    },
    json(value, headers = {}) {
      handle = (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(value));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
