import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** Takes over the connection of a request for WebSocket. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface Route {
  (request: IncomingMessage, response: ServerResponse): void | Promise<void>;
  upgrade?: Upgrade;
}

/** Longer than clients keep idle connections: none is closed in the moment in which a request is sent on it. */
const keepAliveTimeout = 75_000;

/** Serves on this machine only. `route` finds the handler by the first part of the path. */
export async function listen(
  port: number,
  route: (path: string) => Route | undefined,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    const path = pathOf(request);
    const handle = route(path);
    if (!handle) {
      response.writeHead(404).end(`There is no "${path}" here.\n`);
      return;
    }
    void run(handle, request, response);
  });
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (request, socket, head) => {
    const upgrade = route(pathOf(request))?.upgrade;
    if (!upgrade) {
      socket.destroy();
      return;
    }
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    upgrade(request, socket, head);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const socket of upgraded) socket.destroy();
      }),
  };
}

function pathOf({ url = '' }: IncomingMessage): string {
  return /^\/([^/?]*)/.exec(url)?.[1] ?? '';
}

async function run(handle: Route, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await handle(request, response);
  } catch (error) {
    // The client went away, or the devnet stops.
    if (response.headersSent || response.destroyed) response.destroy();
    else response.writeHead(500).end(error instanceof Error ? error.stack : String(error));
  }
}
