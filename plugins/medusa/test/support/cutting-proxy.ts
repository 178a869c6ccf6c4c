import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a proxy, or the service, answers with. */
interface CannedAnswer {
  status: number;
  type: string;
  body: string;
}

/** Stands between Medusa and the service, and can lose answers or give its own. */
export interface CuttingProxy {
  url: string;
  /** These requests arrive, and the connection breaks. */
  cut(isCut: (asked: string) => boolean): void;
  /** Requests with an answer do not arrive. */
  answer(answerTo: (asked: string) => CannedAnswer | undefined): void;
  stop(): Promise<void>;
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  let isCut = (_asked: string) => false;
  let answerTo = (_asked: string): CannedAnswer | undefined => undefined;
  const server = createServer((incoming, outgoing) => {
    const asked = `${incoming.method} ${incoming.url}`;
    const { method = 'GET', headers } = incoming;
    const canned = answerTo(asked);
    if (canned) {
      incoming.resume();
      outgoing.writeHead(canned.status, { 'content-type': canned.type }).end(canned.body);
      return;
    }
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
    answer(next) {
      answerTo = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
