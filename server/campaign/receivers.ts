import { type Child, startChild } from '../bench/child.ts';
import { type Receiver, startReceiver } from '../test/messages/webhooks/receiver.ts';
import { verifier } from '../test/messages/webhooks/verifier.ts';
import type { Data } from './book.ts';
import type { Client } from './client.ts';
import type { Tenants } from './setup.ts';

/** Longer than an attempt may take. */
const dawdleMs = 30_000;

export interface Receivers {
  /** The shop's endpoint, which is enabled from the first event on. */
  endpointId: string;
  /** Events that arrived, with their bytes. */
  arrived: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

/** Registers the endpoints: one of the shop that is well, and one of the hostile merchant for each way to be ill. */
export async function listen(
  client: Client,
  { shop, hostile }: Pick<Tenants, 'shop' | 'hostile'>,
  problem: (text: string) => void,
): Promise<Receivers> {
  const receiver: Receiver = await startReceiver();
  const child: Child = await startChild('hostile.js', {});
  const register = async (tenant: typeof shop, url: string) => {
    const { json, text } = await client.post(tenant, '/webhooks/endpoints', { url, events: ['*'] });
    if (!json.data) throw new Error(text);
    return json.data as Data & { endpoint_id: string; secret: string };
  };
  const arrived = new Map<string, string>();
  const { endpoint_id, secret } = await register(shop, `${receiver.url}/shop`);
  const isSigned = verifier(secret);
  receiver.behave((received, response) => {
    if (received.path !== '/shop') return void setTimeout(() => response.end('ok'), dawdleMs).unref();
    const id = String(received.headers['webhook-id']);
    if (!isSigned(received)) problem(`deliveries: ${id} arrived with a wrong signature`);
    if ((arrived.get(id) ?? received.body) !== received.body)
      problem(`deliveries: ${id} arrived again with another body`);
    arrived.set(id, received.body);
    response.end('ok');
    // Kept in `arrived`.
    receiver.received.length = 0;
  });
  const { silent, headers } = child.message;
  for (const url of [
    `http://${silent}/`,
    `https://${silent}/`,
    `http://${headers}/`,
    'http://127.0.0.1:1/',
    `${receiver.url}/dawdles`,
  ])
    await register(hostile, url);
  return {
    endpointId: endpoint_id,
    arrived,
    async stop() {
      await receiver.close();
      await child.stop();
    },
  };
}
