import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands between Medusa and the service, and can lose answers: requests arrive, and the connection breaks. */
export interface CuttingProxy {
  url: string;
  cut(isCut: (asked: string) => boolean): void;
  stop(): Promise<void>;
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  let isCut = (_asked: string) => false;
  const server = createServer((incoming, outgoing) => {
    const asked = `${incoming.method} ${incoming.url}`;
    const { method = 'GET', headers } = incoming;
    const forwarded = request(target + incoming.url, { method, headers, agent: false }, (answer) => {
      if (isCut(asked)) {
        answer.resume().once('end', () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.once('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut(next) {
      isCut = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
