import type { ServerResponse } from 'node:http';
import type { Faults, Outage } from './faults.ts';

/** The outage that hits this request, if there is one. Counts it. */
export function outageNow(faults: Pick<Faults, 'outage'>, random: () => number): Outage | null {
  const { outage } = faults;
  if (!outage || (outage.share !== undefined && random() >= outage.share)) return null;
  if (outage.times !== undefined) {
    const times = outage.times - 1;
    faults.outage = times > 0 ? { ...outage, times } : null;
  }
  return outage;
}

const html = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';
const rateLimit = { code: -32005, message: 'daily request count exceeded, request rate limited' };

/** Answers as a node that is out of order. `text` is the answer it would have given. */
export function fail(response: ServerResponse, outage: Outage, text = ''): void {
  const json = { 'content-type': 'application/json' };
  const error = (code: number, message: string) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } });
  switch (outage.kind) {
    case 'hang':
      return;
    case 'refuse':
      response.destroy();
      return;
    case '500':
      response.writeHead(500, json).end(error(-32603, 'internal error'));
      return;
    case '429':
      response
        .writeHead(429, { ...json, 'retry-after': String(outage.retryAfterSeconds ?? 1) })
        .end(error(429, 'Your app has exceeded its compute units per second capacity.'));
      return;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end(html);
      return;
    case 'cut':
      response.writeHead(200, json).end(text.slice(0, Math.floor(text.length / 2)));
      return;
    case 'limited':
      response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id: null, error: rateLimit }));
  }
}
