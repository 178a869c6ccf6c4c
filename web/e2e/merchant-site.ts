import { createHash, X509Certificate } from 'node:crypto';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from '../../server/test/messages/webhooks/self-signed.ts';

/** The merchant's own site. HTTPS, because `redirect_url` must be. */
export const site = 'https://shop.example';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const stub: Handler = (_, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<link rel="icon" href="data:,"><h1>The shop</h1>');
};

let handler = stub;

/**
 * Serves the site on this machine and returns the arguments with which Chromium reaches and trusts it. A real server rather
 * than a Playwright route: while a context has a route, Chromium caches nothing and asks Playwright about every request.
 */
export async function serveMerchantSite(): Promise<string[]> {
  const dayMs = 86_400_000;
  const from = new Date(Date.now() - dayMs);
  const identity = selfSigned({ hosts: ['shop.example'], from, to: new Date(Date.now() + 30 * dayMs) });
  const server = createServer(identity, (request, response) => handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  const key = new X509Certificate(identity.cert).publicKey.export({ type: 'spki', format: 'der' });
  return [
    `--host-resolver-rules=MAP shop.example:443 127.0.0.1:${port}`,
    `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`,
  ];
}

/** Passes the site's requests on to this server, as a TLS proxy does in production, until the returned function is called. */
export function putBehindSite(url: string): () => void {
  return answerAtSite(passTo(url));
}

/** Answers the site's requests like this until the returned function is called. */
export function answerAtSite(next: Handler): () => void {
  handler = next;
  return () => {
    handler = stub;
  };
}

/** Passes requests to the server at this URL, and its answers back. */
export function passTo(url: string): Handler {
  return (incoming, response) => {
    const outgoing = request(new URL(incoming.url ?? '', url), {
      method: incoming.method,
      headers: incoming.headers,
    });
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  };
}
