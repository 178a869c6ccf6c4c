import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Route = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Longer than clients keep idle connections: none is closed in the moment in which a request is sent on it. */
const keepAliveTimeout = 75_000;

/** Serves on this machine only. `route` finds the handler by the first part of the path. */
export async function listen(
  port: number,
  route: (path: string) => Route | undefined,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    const path = /^\/([^/?]*)/.exec(request.url ?? '')?.[1] ?? '';
    const handle = route(path);
    if (!handle) {
      response.writeHead(404).end(`There is no "${path}" here.\n`);
      return;
    }
    void run(handle, request, response);
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
      }),
  };
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
