import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** The exact bytes, as text. */
  body: string;
  atMs: number;
}

type Behaviour = (received: Received, response: ServerResponse) => void;

export interface Receiver {
  url: string;
  received: Received[];
  /** What to do with requests from now on; answers 200 at first. */
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

/** A merchant's server: real HTTP on loopback, on a free port unless one is named. */
export async function startReceiver(port = 0): Promise<Receiver> {
  let behaviour: Behaviour = (_received, response) => response.end('ok');
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const one = { path: request.url ?? '', headers: request.headers, body, atMs: Date.now() };
      received.push(one);
      behaviour(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    behave(next) {
      behaviour = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
