import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRandom } from '../../src/lib/random.ts';
import { generateKey } from '../../src/merchants/keys/key-format.ts';
import { type Receiver, startReceiver } from '../messages/webhooks/receiver.ts';
import { unlimited } from '../payments/support.ts';
import { causeway, until } from '../support/process.ts';
import { causewayHere } from '../support/process-here.ts';
import { startTestService, type TestService } from '../support/service.ts';
import {
  allowForProcesses,
  type Door,
  type Laptop,
  type Listener,
  makeLaptop,
  patienceMs,
  pay,
  startDoor,
  startListening,
} from './dev-support.ts';

allowForProcesses();

let service: TestService;
let laptop: Laptop;
let receiver: Receiver;
let door: Door;
beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited });
  [receiver, door] = await Promise.all([startReceiver(), startDoor(service)]);
  laptop = makeLaptop(service);
});
afterAll(async () => {
  await Promise.all([service.stop(), receiver.close(), door.close()]);
  laptop.remove();
});

describe('while it listens', () => {
  let listener: Listener;
  beforeEach(async () => {
    receiver.received.length = 0;
    door.behave(null);
    const args = ['--forward-to', receiver.url, '--events', 'payment.completed'];
    listener = await startListening(laptop, args, { CAUSEWAY_API_URL: door.url });
  });
  afterEach(() => listener.end('SIGKILL'));

  const received = () => until(() => receiver.received.length === 1, patienceMs, listener.output);

  const told = (words: string) => until(() => listener.stderr().includes(words), patienceMs, listener.output);

  it('a service that is away for a while is told once, and what happened meanwhile is forwarded', async () => {
    const asked = door.count();
    door.behave((_request, response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<p>no</p>'),
    );
    // What passed the door before is answered by now.
    await until(() => door.count() > asked, patienceMs);
    await pay(service);
    await until(() => door.count() >= asked + 3, patienceMs);
    expect(receiver.received).toEqual([]);
    door.behave(null);
    await received();
    await told('available again');
    expect(listener.stderr().match(/returned 502 with text\/html/g)).toHaveLength(1);
  });

  it('a connection that breaks is made again', async () => {
    const asked = door.count();
    door.behave((request) => request.socket.destroy());
    await pay(service);
    await until(() => door.count() >= asked + 2, patienceMs);
    door.behave(null);
    await received();
    await told('Cannot connect to');
  });

  it('a rate limit is waited for as long as it says', async () => {
    const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests.', status: 429 };
    const asked = door.count();
    door.behave((_request, response) => {
      response.writeHead(429, { 'retry-after': '2', 'content-type': 'application/json' });
      response.end(JSON.stringify({ success: false, error }));
      door.behave(null);
    });
    await pay(service);
    await until(() => door.count() > asked, patienceMs);
    await received();
    await told('rate limit of this key is reached. Continuing in 2 s.');
  });

  it('a key that is revoked ends it with 1 and says so', async () => {
    const error = { code: 'KEY_REVOKED', message: 'The key was revoked.', status: 401 };
    door.behave((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ success: false, error }));
    });
    expect(await listener.ended).toBe(1);
    expect(listener.stderr()).toContain(
      '401 KEY_REVOKED: The key was revoked. Pass a valid key of this service',
    );
  });
});

describe('a command of a developer called wrongly', () => {
  type Change = () => Record<string, string>;
  const target = ['webhooks', 'listen', '--forward-to', 'localhost:1'];
  const trigger = ['trigger', 'payment.completed'];
  const same: Change = () => ({});
  it.each<[string, string[], Change, string]>([
    ['without a key', target, () => ({ CAUSEWAY_API_KEY: '' }), 'No API key. Pass a test key with --api-key'],
    ['with a live key', target, () => ({ CAUSEWAY_API_KEY: service.liveKey }), 'This is a live key'],
    ['with a live key', trigger, () => ({ CAUSEWAY_API_KEY: service.liveKey }), 'This is a live key'],
    [
      'with a publishable key',
      target,
      () => ({ CAUSEWAY_API_KEY: service.publishableKey }),
      'This is a publishable key',
    ],
    [
      'with a key that lacks its end',
      trigger,
      () => ({ CAUSEWAY_API_KEY: service.testKey.slice(0, -1) }),
      'This is not a valid API key',
    ],
    [
      'with a key of another service',
      target,
      () => ({ CAUSEWAY_API_KEY: generateKey(createRandom(), 'test', 'secret') }),
      'Pass a valid key of this service',
    ],
    [
      'with nothing at the address',
      target,
      () => ({ CAUSEWAY_API_URL: 'http://127.0.0.1:1/api/v1' }),
      'npm start',
    ],
    [
      'with the address of no API',
      trigger,
      () => ({ CAUSEWAY_API_URL: 'localhost:4000' }),
      'is not a valid API URL',
    ],
    [
      'with an address without its path',
      target,
      () => ({ CAUSEWAY_API_URL: service.url }),
      'ends in /api/v1',
    ],
    ['with the address of a page', trigger, () => ({ CAUSEWAY_API_URL: `${service.url}/docs` }), '/api/v1'],
    ['without an address to forward to', ['webhooks', 'listen'], same, '--forward-to is required'],
    [
      'with a mail address',
      ['webhooks', 'listen', '--forward-to', 'mailto://x'],
      same,
      '--forward-to "mailto://x" is not',
    ],
    ['with unknown types', [...target, '--events', 'payment.completed,payment.done'], same, '"payment.done"'],
    ['with an unknown type', ['trigger', 'payment.done'], same, 'payment.completed, payment.failed'],
    ['with no event id', ['events', 'resend', 'pay_1'], same, 'ids start with evt_'],
  ])('%s: %j says what to do on stderr and ends with 1', async (_name, args, change, message) => {
    const { code, stdout, stderr } = await causewayHere(args, { ...laptop.env, ...change() });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
    for (const key of [service.liveKey, service.testKey, service.publishableKey])
      expect(stderr).not.toContain(key);
  });

  it('on a page that is HTML says that it is not the API', async () => {
    door.behave((_request, response) => response.setHeader('content-type', 'text/html').end('<p>Hello</p>'));
    const { code, stderr } = await causeway(target, { ...laptop.env, CAUSEWAY_API_URL: door.url });
    expect(code).toBe(1);
    expect(stderr).toContain("returned 200 with text/html instead of the API's JSON");
  });

  it('on an address that redirects says where to', async () => {
    door.behave((_request, response) => response.writeHead(301, { location: 'https://pay.example/' }).end());
    const { code, stderr } = await causeway(target, { ...laptop.env, CAUSEWAY_API_URL: door.url });
    expect(code).toBe(1);
    expect(stderr).toContain('returned 301, a redirect to https://pay.example/');
  });
});
