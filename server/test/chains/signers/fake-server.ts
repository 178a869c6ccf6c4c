import {
  createServer as createPlain,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTls, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

/** What a fake service answers. */
export interface Reply {
  status?: number;
  type?: string;
  body: string;
}

export type Answer = (request: IncomingMessage, body: string) => Promise<Reply>;

export interface FakeServer {
  url: string;
  host: string;
  /** Instead of the usual answer: 'hang' never answers, 'drop' closes the connection. */
  trouble: 'hang' | 'drop' | Reply | null;
  requests: number;
  stop(): Promise<void>;
}

/** A service over real HTTP, or HTTPS. */
export async function startFakeServer(answer: Answer, tls?: ServerOptions): Promise<FakeServer> {
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    void respond(request, response);
  };
  const server: Server = tls ? createTls(tls, listener) : createPlain(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const fake: FakeServer = {
    url: `http${tls ? 's' : ''}://localhost:${port}`,
    host: `localhost:${port}`,
    trouble: null,
    requests: 0,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    fake.requests++;
    if (fake.trouble === 'hang') return;
    if (fake.trouble === 'drop') {
      request.socket.destroy();
      return;
    }
    const reply = fake.trouble ?? (await answer(request, Buffer.concat(chunks).toString('utf8')));
    response.writeHead(reply.status ?? 200, { 'content-type': reply.type ?? 'application/json' });
    response.end(reply.body);
  }

  return fake;
}
