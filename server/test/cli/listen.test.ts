import { createHmac } from 'node:crypto';
import { statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertEvent } from '../../src/messages/webhooks/event-store.ts';
import { eventBody } from '../../src/messages/webhooks/events.ts';
import { makeEndpoint } from '../messages/webhooks/api-support.ts';
import { type Receiver, startReceiver } from '../messages/webhooks/receiver.ts';
import { makeEvents } from '../messages/webhooks/worker-support.ts';
import { unlimited } from '../payments/support.ts';
import { freePort } from '../support/free-port.ts';
import { causeway, until } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';
import {
  allowForProcesses,
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
let listener: Listener | undefined;
beforeAll(async () => {
  service = await startTestService({ workers: true, requestsPerMinute: unlimited });
  laptop = makeLaptop(service);
});
afterAll(async () => {
  await service.stop();
  laptop.remove();
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await listener?.end('SIGKILL');
  await receiver.close();
});

async function listen(...args: string[]): Promise<Listener> {
  listener = await startListening(laptop, ['--forward-to', `${receiver.url}/hook`, ...args]);
  return listener;
}

const received = (count: number) =>
  until(
    () => receiver.received.length >= count,
    patienceMs,
    () => receiver.received.length,
  );
const idOf = ({ body }: { body: string }) => String(JSON.parse(body).id);

/** An event that happened at this time, committed now. */
async function commitEvent(createdAt: Date): Promise<string> {
  const id = service.ctx.ids.next('evt', createdAt);
  const event = { type: 'payment.failed', createdAt, data: { payment_id: 'pay_1' } } as const;
  await insertEvent(service.ctx.db, {
    event_id: id,
    merchant_id: service.merchantId,
    environment: 'test',
    type: event.type,
    resource_id: 'pay_1',
    body: eventBody(id, event),
    created_at: createdAt,
  });
  return id;
}

describe('webhooks listen', () => {
  it('forwards the very bytes that a webhook delivery carries', async () => {
    const endpoint = await startReceiver();
    const made = await makeEndpoint(service, { url: endpoint.url });
    await listen();
    const metadata = {
      10: 'ten',
      9: 'nine',
      b: 'é\u2028"\\/\u0007',
      a: '😀',
      __proto__x: 'p',
      n: 1.5e300,
      t: true,
    };
    await pay(service, { metadata, reference_id: 'bytes', description: '</script>' });
    await received(2);
    await until(() => endpoint.received.length === 2, patienceMs);
    await service.call('DELETE', `/webhooks/endpoints/${made.endpoint_id}`);
    await endpoint.close();
    const bodies = (from: Receiver) => from.received.map(({ body }) => body).sort();
    expect(bodies(receiver)).toEqual(bodies(endpoint));
    const shape = ({ headers }: { headers: object }) =>
      Object.keys(headers)
        .filter((name) => name !== 'host')
        .sort();
    expect(receiver.received.map(shape)[0]).toEqual(endpoint.received.map(shape)[0]);
  });

  it('signs them so that the contract’s rule and Standard Webhooks both accept them', async () => {
    const { secret } = await listen();
    await pay(service);
    await received(2);
    for (const { headers, body, path } of receiver.received) {
      const event = JSON.parse(body);
      expect(path).toBe('/hook');
      expect(headers['x-service-signature']).toBe(createHmac('sha256', secret).update(body).digest('hex'));
      expect(headers['x-service-event']).toBe(event.type);
      expect(headers['x-service-delivery-id']).toMatch(/^att_[0-9a-z]{26}$/);
      expect(Math.abs(Date.now() / 1000 - Number(headers['x-service-timestamp']))).toBeLessThan(300);
      const standard = Object.entries(headers).map(([name, value]) => [name, String(value)]);
      expect(new Webhook(secret).verify(body, Object.fromEntries(standard))).toEqual(event);
    }
  });

  it('forwards what happens from now on, and nothing that happened before', async () => {
    const before = await pay(service);
    await listen();
    const after = await pay(service);
    await received(2);
    const told = receiver.received.map(({ body }) => JSON.parse(body).data.payment_id);
    expect(told).toEqual([after, after]);
    expect(told).not.toContain(before);
  });

  it('forwards a burst of more than two pages whole, each event once', async () => {
    await listen();
    const burst = 260;
    await makeEvents(service.ctx, burst, { merchantId: service.merchantId });
    await received(burst);
    // A few more rounds of asking: what was forwarded already is not forwarded again.
    const last = await pay(service);
    await until(() => receiver.received.filter(({ body }) => body.includes(last)).length === 2, patienceMs);
    expect(receiver.received).toHaveLength(burst + 2);
    expect(new Set(receiver.received.map(idOf)).size).toBe(burst + 2);
  });

  it('misses no event whose transaction is committed after that of a newer one', async () => {
    // What is ten seconds old by the service's clock counts as final. It stands still, so that nothing gets older.
    const now = new Date();
    const door = await startDoor(service);
    door.stopClock(now);
    const args = ['--forward-to', receiver.url];
    listener = await startListening(laptop, args, { CAUSEWAY_API_URL: door.url });
    const newer = await commitEvent(new Date(now.getTime() - 8000));
    await received(1);
    const older = await commitEvent(new Date(now.getTime() - 9000));
    await received(2);
    expect(receiver.received.map(idOf)).toEqual([newer, older]);
    await door.close();
  });

  it('forwards the types alone that --events names', async () => {
    await listen('--events', 'payment.completed, payment.expired');
    await pay(service);
    await pay(service);
    await received(2);
    const types = receiver.received.map(({ headers }) => headers['x-service-event']);
    expect(types).toEqual(['payment.completed', 'payment.completed']);
  });

  it('shows time, type, event, resource, and the answer’s status and latency, in plain lines when piped', async () => {
    const { lines, stdout } = await listen('--events', 'payment.completed');
    const paymentId = await pay(service);
    await until(() => /<--/.test(stdout()), patienceMs, stdout);
    const [sent, answered] = lines().slice(-2);
    const [{ id }] = receiver.received.map(({ body }) => JSON.parse(body));
    expect(sent).toMatch(new RegExp(`^\\d\\d:\\d\\d:\\d\\d  --> payment\\.completed  ${id}  ${paymentId}$`));
    expect(answered).toMatch(new RegExp(`^\\d\\d:\\d\\d:\\d\\d  <-- 200 in \\d+ ms  ${id}$`));
    expect(stdout()).not.toContain('\u001b');
  });

  it('prints one JSON object per line with --json', async () => {
    const { lines, end, secret } = await listen('--json', '--events', 'payment.completed');
    const paymentId = await pay(service);
    await until(() => lines().length === 2, patienceMs);
    expect(await end('SIGINT')).toBe(0);
    const [ready, delivery, summary] = lines().map((line) => JSON.parse(line));
    expect(ready).toEqual({
      kind: 'ready',
      api_url: `${service.url}/api/v1`,
      forward_to: `${receiver.url}/hook`,
      events: ['payment.completed'],
      secret,
    });
    expect(delivery).toEqual({
      kind: 'delivery',
      answered_at: expect.stringMatching(/^\d{4}-.*Z$/),
      event_id: expect.stringMatching(/^evt_/),
      event_type: 'payment.completed',
      resource_id: paymentId,
      success: true,
      http_status: 200,
      response_body: 'ok',
      latency_ms: expect.any(Number),
      error: null,
    });
    expect(summary).toEqual({ kind: 'summary', accepted: 1, failed: 0 });
  });
});

describe('a receiver that', () => {
  it('is down is shown as such, and gets what happens once it is back', async () => {
    await receiver.close();
    const port = await freePort();
    receiver.url = `http://127.0.0.1:${port}`;
    const { stdout } = await listen('--events', 'payment.completed');
    await pay(service);
    await until(
      () => /<-- no response in \d+ ms {2}evt_\w+ {2}.*ECONNREFUSED/.test(stdout()),
      patienceMs,
      stdout,
    );
    receiver = await startReceiver(port);
    await pay(service);
    await received(1);
    await until(() => /<-- 200 in/.test(stdout()), patienceMs, stdout);
  });

  it('answers with an error or a redirect is shown with what it said, and nothing is followed', async () => {
    receiver.behave((_received, response) => response.writeHead(500).end('no such\n\u001b[31mtable'));
    const { stdout } = await listen('--events', 'payment.completed');
    await pay(service);
    await until(() => stdout().includes('<-- 500 in'), patienceMs, stdout);
    expect(stdout()).toMatch(/<-- 500 in \d+ ms {2}evt_\w+ {2}responded with 500: no such \[31mtable\n/);
    receiver.behave((_received, response) => response.writeHead(307, { location: '/elsewhere' }).end());
    await pay(service);
    await until(() => /<-- 307 in .*redirects are not followed/.test(stdout()), patienceMs, stdout);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook']);
  });

  it('does not answer has ten seconds, and holds up no other event', async () => {
    receiver.behave((_received, response) => {
      if (receiver.received.length > 1) response.end('ok');
    });
    const { stdout } = await listen('--events', 'payment.completed');
    // Both in one transaction, so that both are sent at the same time.
    await makeEvents(service.ctx, 2, { merchantId: service.merchantId });
    await until(() => stdout().match(/<--/g)?.length === 2, patienceMs, stdout);
    expect(stdout()).toMatch(/<-- 200 in[\s\S]*<-- no response in \d+ ms .*within 10 seconds/);
  });
});

describe('the signing secret', () => {
  it('is the same each time, in a file that its owner alone can read', async () => {
    const first = await listen();
    await first.end('SIGINT');
    const second = await listen();
    expect(second.secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
    expect(second.secret).toBe(first.secret);
    expect(statSync(join(laptop.configHome, 'causeway', 'webhook-secret')).mode & 0o777).toBe(0o600);
  });

  it('is all that --print-secret prints, without a service or a key', async () => {
    const env = { XDG_CONFIG_HOME: laptop.configHome };
    const plain = await causeway(['webhooks', 'listen', '--print-secret'], env);
    expect(plain.stdout).toMatch(/^whsec_[0-9A-Za-z+/]{43}=\n$/);
    const json = await causeway(['webhooks', 'listen', '--print-secret', '--json'], env);
    expect(JSON.parse(json.stdout)).toEqual({ secret: plain.stdout.trim() });
  });
});

describe('Ctrl-C', () => {
  it('ends it with 0 and a summary', async () => {
    const { stdout, stderr, end } = await listen();
    await pay(service);
    await until(() => stdout().match(/<--/g)?.length === 2, patienceMs, stdout);
    expect(await end('SIGINT')).toBe(0);
    expect(stdout().trimEnd().split('\n').at(-1)).toBe('2 events forwarded: 2 accepted, 0 failed.');
    expect(stderr()).toBe('');
  });

  it('waits for the answers under way', async () => {
    const held: ServerResponse[] = [];
    receiver.behave((_received, response) => held.push(response));
    const { stdout, child, ended } = await listen('--events', 'payment.completed');
    await pay(service);
    await received(1);
    child.kill('SIGINT');
    for (const response of held) response.end('ok');
    expect(await ended).toBe(0);
    expect(stdout()).toContain('1 event forwarded: 1 accepted, 0 failed.');
  });

  it('a second time ends it at once', async () => {
    receiver.behave(() => {});
    const { child } = await listen('--events', 'payment.completed');
    await pay(service);
    await received(1);
    // Two signals that come together can become one, so it is asked until it ends.
    await until(() => child.exitCode !== null || !child.kill('SIGINT'), patienceMs);
    expect(child.exitCode).toBe(130);
  });
});
