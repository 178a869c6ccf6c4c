import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSender, type Sender } from '../../../src/messages/webhooks/deliveries/sender.ts';
import { unlimited } from '../../payments/support.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { makeEndpoint, publicUrl } from './api-support.ts';
import { asked, fakeResolve, names } from './fake-dns.ts';
import { hostileNames, hostileUrls } from './hostile-urls.ts';

let service: TestService;
let sender: Sender;
let listener: Server;
let connections = 0;
beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited, resolve: fakeResolve });
  sender = createSender({ resolver: { resolve: fakeResolve, close: () => {} } });
  // Every address of this machine, both families: whatever gets through is seen here.
  listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '::', resolve));
});
afterAll(async () => {
  await sender.close();
  await service.stop();
  await new Promise((resolve) => listener.close(resolve));
});
afterEach(() => {
  names.clear();
  connections = 0;
});

const port = () => (listener.address() as AddressInfo).port;
const sendLive = (url: string) =>
  sender.send({
    merchantId: null,
    environment: 'live',
    url,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{}'),
  });
const register = (url: string) =>
  service.call('POST', '/webhooks/endpoints', { key: service.liveKey, body: { url, events: ['*'] } });

function nameThem(): void {
  for (const [name, addresses] of Object.entries(hostileNames)) names.set(name, addresses);
  names.set('localhost', ['127.0.0.1', '::1']);
  for (const name of ['api.localhost', 'a.b.localhost', 'printer.local', 'intranet', 'db', 'router.lan'])
    names.set(name, ['127.0.0.1']);
  for (const name of ['postgres.internal', 'metadata.google.internal', 'nas.home.arpa'])
    names.set(name, ['127.0.0.1']);
}

describe('hostile URLs', () => {
  it('are at least a hundred', () => {
    expect(hostileUrls(1).length).toBeGreaterThanOrEqual(100);
  });

  it('would reach the listener if nothing stood in the way', async () => {
    for (const host of ['127.0.0.1', '[::1]']) {
      const result = await sender.send({
        merchantId: null,
        environment: 'test',
        url: `https://${host}:${port()}/`,
        headers: {},
        body: Buffer.from('{}'),
      });
      expect(result.error).not.toBeNull();
    }
    expect(connections).toBe(2);
  });

  it('cannot be registered for live, each with INVALID_URL', async () => {
    nameThem();
    for (const url of hostileUrls(port())) {
      const { status, json } = await register(url);
      const found = [status, json.error?.code, json.error?.details?.field];
      expect(found, JSON.stringify(url)).toEqual([422, 'INVALID_URL', 'url']);
    }
    expect(connections).toBe(0);
  });

  it('are not connected to either, had they been registered, and the error says why', async () => {
    nameThem();
    const urls = hostileUrls(port()).filter((url) => /^https:/i.test(url) && URL.canParse(url));
    expect(urls.length).toBeGreaterThanOrEqual(100);
    for (const url of urls) {
      const { hostname } = new URL(url);
      if (hostname === 'shop.example') continue;
      const { httpStatus, error } = await sendLive(url);
      expect(httpStatus, url).toBeNull();
      expect(error, url).toMatch(/is not a public address|ENOTFOUND/);
    }
    expect(connections).toBe(0);
  });

  it('over HTTP are not connected to, whatever the address', async () => {
    names.set('shop.example', ['93.184.216.34']);
    for (const url of [`http://127.0.0.1:${port()}/`, 'http://shop.example/', 'http://93.184.216.34/']) {
      expect((await sendLive(url)).error, url).toBe('live endpoints must use HTTPS');
    }
    expect(connections).toBe(0);
  });
});

describe('a name that changes its mind after registration', () => {
  it.each([
    ['to loopback', ['127.0.0.1']],
    ['to IPv6 loopback', ['::1']],
    ['to a private address', ['10.0.0.1']],
    ['to the metadata address', ['169.254.169.254']],
    ['to a public and a private address', ['93.184.216.34', '127.0.0.1']],
    ['to a private and a public address', ['127.0.0.1', '93.184.216.34']],
  ])('%s is not connected to', async (_name, later) => {
    names.set('rebind.example', ['93.184.216.34']);
    const url = `https://rebind.example:${port()}/`;
    const { endpoint_id } = await makeEndpoint(service, { url }, { key: service.liveKey });
    names.set('rebind.example', later);
    asked.length = 0;
    const answer = await service.call('POST', '/webhooks/test', {
      key: service.liveKey,
      body: { endpoint_id, event_type: 'invoice.paid' },
    });
    expect(answer.json.data).toMatchObject({ success: false, http_status: null });
    expect(answer.json.data.error).toMatch(/is not a public address/);
    expect(asked, 'the answer that was checked is the one that is used').toEqual(['rebind.example']);
    expect(connections).toBe(0);
    await service.call('DELETE', `/webhooks/endpoints/${endpoint_id}`, { key: service.liveKey });
  });

  it('is looked up again for every connection', async () => {
    names.set('rebind.example', ['127.0.0.1']);
    asked.length = 0;
    for (let i = 0; i < 3; i++) await sendLive(`https://rebind.example:${port()}/`);
    expect(asked).toHaveLength(3);
    expect(connections).toBe(0);
  });

  it('to nothing at all is told as not found', async () => {
    expect((await sendLive(`https://gone.example:${port()}/`)).error).toMatch(/ENOTFOUND gone\.example/);
  });

  it('to an empty answer is refused', async () => {
    names.set('empty.example', []);
    expect((await sendLive(`https://empty.example:${port()}/`)).error).toMatch(/not a public address/);
  });
});

describe('a live endpoint whose URL is changed', () => {
  it('cannot be led inside by PATCH, and keeps its URL', async () => {
    nameThem();
    const { endpoint_id } = await makeEndpoint(service, {}, { key: service.liveKey });
    for (const host of ['127.1', '[::ffff:10.0.0.1]', 'last.attacker.example', 'localhost.']) {
      const answer = await service.call('PATCH', `/webhooks/endpoints/${endpoint_id}`, {
        key: service.liveKey,
        body: { url: `https://${host}:${port()}/` },
      });
      expect(answer.json.error?.code, host).toBe('INVALID_URL');
    }
    const { json } = await service.call('GET', '/webhooks/endpoints', { key: service.liveKey });
    expect(json.data[0].url).toBe(publicUrl);
  });
});
