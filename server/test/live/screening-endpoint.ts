import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  id: string;
  direction: string;
  kind: string;
  chain: string;
  token: string;
  token_amount: string;
  address: string | null;
  resource_id: string;
}

type Reply = { decision: string; reason?: string } | 'never' | 'error' | 'garbage' | 'redirect';

/** An operator's endpoint over real HTTP. It refuses what is not signed as webhooks are. */
export interface ScreeningEndpoint {
  url: string;
  secret: string;
  /** All that was asked with a good signature, and how many had a bad one. */
  asked: Asked[];
  forged: number;
  /** Decides; `ok` unless a test says otherwise. */
  reply: (question: Asked) => Reply;
  stop(): void;
}

export async function startScreeningEndpoint(): Promise<ScreeningEndpoint> {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest('base64');
    const ours = createHmac('sha256', secret).update(body).digest('hex');
    if (signature !== `v1,${expected}` || request.headers['x-service-signature'] !== ours) {
      endpoint.forged++;
      response.writeHead(401).end();
      return;
    }
    const question: Asked = JSON.parse(body.toString());
    endpoint.asked.push(question);
    const reply = endpoint.reply(question);
    if (reply === 'never') return;
    if (reply === 'error') response.writeHead(500).end('{"decision":"ok"}');
    else if (reply === 'redirect')
      response.writeHead(307, { location: endpoint.url }).end('{"decision":"ok"}');
    else response.end(reply === 'garbage' ? '{"decision":"fine"}' : JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint: ScreeningEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/screen`,
    secret,
    asked: [],
    forged: 0,
    reply: () => ({ decision: 'ok' }),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return endpoint;
}
