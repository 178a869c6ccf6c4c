import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import type { TestService } from '../../server/test/support/service.ts';
import { Causeway } from '../src/causeway.ts';
import type { CausewayOptions } from '../src/options.ts';

export function clientOf(service: TestService, options: Partial<CausewayOptions> = {}): Causeway {
  return new Causeway({ apiKey: service.testKey, baseUrl: `${service.url}/api/v1`, ...options });
}

/** Wraps the global fetch and records requests and statuses. */
export function notingFetch(onAnswer: (response: Response) => void = () => {}) {
  const requests: { url: string; init: RequestInit }[] = [];
  const statuses: number[] = [];
  const noting: typeof fetch = async (url, init = {}) => {
    requests.push({ url: String(url), init });
    const response = await fetch(url, init);
    statuses.push(response.status);
    onAnswer(response);
    return response;
  };
  const header = (name: string) => requests.map(({ init }) => new Headers(init.headers).get(name));
  return { fetch: noting, requests, statuses, header };
}

export interface Stub {
  url: string;
  close(): Promise<void>;
}

/** An HTTP server for responses that the service never sends. */
export async function startStub(listener: RequestListener): Promise<Stub> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** When a connection is cut: before the request is forwarded, after the service responded, in the middle of the response, or never. */
type Cut = 'before' | 'after' | 'during' | 'never';

/** A proxy that cuts connections: each takes the next entry of the plan, later ones pass. */
export async function startCuttingProxy(targetUrl: string, plan: Cut[]) {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createTcpServer((client) => {
    const cut = plan[connections++] ?? 'never';
    const upstream = connect(Number(target.port), target.hostname);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    client.on('data', (chunk) => (cut === 'before' ? end() : upstream.write(chunk)));
    upstream.on('data', (chunk) => {
      if (cut === 'never') client.write(chunk);
      else if (cut === 'after') end();
      else client.write(chunk.subarray(0, chunk.length - 20), end);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns what the promise rejects with. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`expected a rejection, got ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}
