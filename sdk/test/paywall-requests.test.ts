import { type IncomingMessage, request } from 'node:http';
import { expect, it } from 'vitest';
import { Causeway } from '../src/causeway.ts';
import type { PaywallNodeRequest, PaywallNodeResponse } from '../src/paywall/paywall.ts';
import { startStub } from './support.ts';

/** The service of these tests is down, so a request that the paywall has understood is answered with 503. */
const paywall = new Causeway({
  apiKey: 'svc_test_x',
  baseUrl: 'http://127.0.0.1:1/api/v1',
  maxRetries: 0,
}).paywall({ amount: '1.00', currency: 'USD' });

async function statusOf(port: string, path: string, host: string): Promise<number | undefined> {
  const reply = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ host: '127.0.0.1', port, path, headers: { host } }, resolve).on('error', reject).end(),
  );
  reply.resume();
  return reply.statusCode;
}

it.each([
  ['a host that is none', '/report', '['],
  ['a host with a space', '/report', 'a b'],
  ['no host', '/report', ''],
  ['a path that would be read as a host', '//[', 'shop.example'],
  ['one with a backslash', '/\\[', 'shop.example'],
  ['a URL that is none', 'http://[/report', 'shop.example'],
  ['a URL of another host', 'http://other.example/report', 'shop.example'],
])('a request with %s is answered, and stops nothing', async (_what, path, host) => {
  const listener = paywall.node<PaywallNodeRequest, PaywallNodeResponse>((_request, response) =>
    response.end('sold'),
  );
  let refuse: (error: unknown) => void = () => {};
  // What Node does not catch of a listener ends the process.
  const uncaught = new Promise<never>((_resolve, reject) => {
    refuse = reject;
  });
  const stub = await startStub((req, res) => void listener(req, res).catch(refuse));
  try {
    expect(await Promise.race([statusOf(new URL(stub.url).port, path, host), uncaught])).toBe(503);
  } finally {
    await stub.close();
  }
});
