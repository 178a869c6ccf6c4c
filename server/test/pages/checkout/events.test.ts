import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '../../../src/platform/db/client.ts';
import { createPayment, unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type OpenStream, openStream } from './streams.ts';
import { noPublicLimits, openPayment, post, usdc } from './support.ts';

const patienceMs = 60_000;
const started: TestService[] = [];
const streams: OpenStream[] = [];
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.leave();
  for (const service of started.splice(0)) await service.stop();
});

async function start(options: Parameters<typeof startTestService>[0] = {}): Promise<TestService> {
  const publicLimits = { ...noPublicLimits, streamsPerAddress: 2000 };
  const service = await startTestService({ requestsPerMinute: unlimited, publicLimits, ...options });
  started.push(service);
  return service;
}

async function follow(service: TestService, id: string, headers = {}): Promise<OpenStream> {
  const stream = await openStream(`${service.url}/checkout/${id}/events`, headers);
  streams.push(stream);
  return stream;
}

/** The statements that read checkouts, counted as they are sent to Postgres. */
function countStatements(service: TestService): () => number {
  let count = 0;
  service.ctx.db.options.onStatement = (text) => {
    if (text.includes('merchant_logos')) count++;
  };
  return () => count;
}

describe('the events of a checkout', () => {
  it('go on while the state of another checkout cannot be told', async () => {
    const service = await start({ log: pino({ level: 'silent' }) });
    const [bad, good] = [await openPayment(service), await openPayment(service)];
    const stream = await follow(service, good);
    const other = await follow(service, bad);
    await until(() => stream.states().length === 1 && other.states().length === 1, patienceMs);
    await service.ctx.db`update payments set chain = 'nowhere', token = 'NONE', token_units = 1
      where payment_id = ${bad}`;
    await post(service, `${good}/choice`, usdc);
    await until(() => stream.states().length === 2, patienceMs);
    expect(stream.states()[1].chosen).toMatchObject(usdc);
    expect(other.states()).toHaveLength(1);
  });

  it('bring the state at once, then every change, and end with the last', async () => {
    const clock = manualClock();
    const service = await start({ clock });
    const id = await openPayment(service);
    const stream = await follow(service, id);
    await until(() => stream.states().length === 1, patienceMs);
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-request-id': expect.stringMatching(/^req_/),
      'x-content-type-options': 'nosniff',
    });
    expect(stream.text()).toMatch(/^retry: 2000\nevent: state\ndata: \{/);
    await post(service, `${id}/choice`, usdc);
    await until(() => stream.states().length === 2, patienceMs);
    expect(stream.states()[1].chosen).toMatchObject(usdc);
    await post(service, `${id}/pay`, usdc);
    await service.runDue();
    await until(() => stream.states().at(-1).status === 'processing', patienceMs);
    clock.advance(3000);
    await service.runDue();
    await until(() => stream.ended(), patienceMs);
    const states = stream.states();
    expect(states.at(-1)).toMatchObject({ payment_id: id, status: 'completed' });
    const told = states.map((state) => JSON.stringify({ ...state, server_time: '' }));
    expect(new Set(told).size, 'only changes are sent').toBe(told.length);
  });

  it('show confirmations rising while a slow transaction is under way', async () => {
    const clock = manualClock();
    const service = await start({ clock });
    const id = await openPayment(service, { amount: '5.00' });
    const stream = await follow(service, id);
    await post(service, `${id}/pay`, usdc);
    const counts = () => stream.states().flatMap((state) => state.transaction?.confirmations ?? []);
    for (let rises = 1; rises <= 4; rises++) {
      await service.runDue();
      await until(() => counts().length >= rises, patienceMs, counts);
      clock.advance(5000);
    }
    expect(counts()).toEqual([...counts()].sort((a, b) => a - b));
  });

  it('of a payment that is over: the state, the end, and nothing more for a browser that comes back', async () => {
    const service = await start();
    const { payment_id: id } = await createPayment(service);
    await service.call('POST', `/payments/${id}/simulate`, { body: { outcome: 'expire' } });
    const stream = await follow(service, id);
    await until(() => stream.ended(), patienceMs);
    expect(stream.states()).toMatchObject([{ status: 'expired' }]);
    expect(stream.text()).toContain('id: final\n');
    expect((await follow(service, id, { 'last-event-id': 'final' })).status).toBe(204);
  });

  it('reach every tab of a payment, whichever process changes it', async () => {
    const service = await start();
    const ids = [await openPayment(service), await openPayment(service)];
    const tabs = await Promise.all([ids[0], ids[0], ids[1]].map((id) => follow(service, id ?? '')));
    await until(() => tabs.every((tab) => tab.states().length === 1), patienceMs);
    const elsewhere = connect(service.databaseUrl, { poolSize: 1 });
    await elsewhere`update payments set customer_email = 'new@example.com' where payment_id = ${ids[0] ?? ''}`;
    await elsewhere.end();
    await until(() => tabs.slice(0, 2).every((tab) => tab.states().length === 2), patienceMs);
    expect(tabs.map((tab) => tab.states().at(-1).customer_email)).toEqual([
      ...['new@example.com', 'new@example.com', null],
    ]);
  });
});

describe('the log', () => {
  it('has one line for a stream, when it ends, whoever ended it', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const service = await start({ log: pino({ level: 'info' }, sink) });
    const id = await openPayment(service);
    const { payment_id: over } = await createPayment(service);
    await service.call('POST', `/payments/${over}/simulate`, { body: { outcome: 'complete' } });
    const left = await follow(service, id);
    const ended = await follow(service, over);
    expect(lines.filter((line) => line.includes(`${id}/events`))).toEqual([]);
    left.leave();
    for (const { headers } of [left, ended]) {
      const about = () => lines.filter((line) => line.includes(String(headers['x-request-id'])));
      await until(() => about().length > 0, patienceMs);
      expect(about().map((line) => JSON.parse(line))).toMatchObject([
        { method: 'GET', path: expect.stringMatching(/\/events$/), status: 200, msg: 'request' },
      ]);
    }
  });
});

describe('the cost of open pages', () => {
  it('a thousand streams ask the database no more often than one, and none asks nothing', {
    timeout: 600_000,
  }, async () => {
    const service = await start();
    const statements = countStatements(service);
    const ids = await Promise.all(Array.from({ length: 100 }, () => openPayment(service)));
    const inSeconds = async (seconds: number) => {
      const before = statements();
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      return statements() - before;
    };
    expect(await inSeconds(3), 'nobody is connected').toBe(0);

    const one = await follow(service, ids[0] ?? '');
    await until(() => one.states().length === 1, patienceMs);
    const before = statements();
    expect(await inSeconds(5)).toBeLessThanOrEqual(6);
    await until(() => statements() > before, patienceMs);

    for (let round = 0; round < 10; round++) await Promise.all(ids.map((id) => follow(service, id)));
    await until(() => streams.every((stream) => stream.states().length === 1), patienceMs);
    expect(streams).toHaveLength(1001);
    expect(await inSeconds(5), 'one a second for all of them').toBeLessThanOrEqual(6);
    await service.ctx.db`update payments set customer_email = 'all@example.com'`;
    await until(() => streams.every((stream) => stream.states().length === 2), patienceMs);

    for (const stream of streams) stream.leave();
    await until(async () => (await inSeconds(2)) === 0, patienceMs);
  });

  it('streams of one address and of the whole process are limited, and a closed one makes room', async () => {
    const limits = { streamsPerAddress: 3, streamsPerProcess: 5 };
    const service = await start({
      publicLimits: { ...noPublicLimits, ...limits },
      env: { TRUST_PROXY: '1' },
    });
    const id = await openPayment(service);
    const from = (address: string) => follow(service, id, { 'x-forwarded-for': address });
    const three = [await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.1')];
    const fourth = await from('192.0.2.1');
    expect(fourth.status).toBe(503);
    expect(fourth.headers['retry-after']).toBe('5');
    await until(() => fourth.text().includes('SERVICE_UNAVAILABLE'), patienceMs);
    // Two networks of IPv6 in the same 64 bits are one address.
    expect((await from('2001:db8::1')).status).toBe(200);
    expect((await from('2001:db8::ffff')).status).toBe(200);
    expect((await from('203.0.113.9')).status, 'the process is full').toBe(503);
    three[0]?.leave();
    await until(async () => (await from('203.0.113.9')).status === 200, patienceMs);
  });

  it('a stream that leaves is forgotten, however many come and go', async () => {
    const limits = { streamsPerAddress: 10, streamsPerProcess: 10 };
    const service = await start({ publicLimits: { ...noPublicLimits, ...limits } });
    const id = await openPayment(service);
    for (let round = 0; round < 10; round++) {
      const opened: OpenStream[] = [];
      await until(async () => {
        const stream = await follow(service, id);
        if (stream.status === 200) opened.push(stream);
        return opened.length === 10;
      }, patienceMs);
      for (const stream of opened) stream.leave();
    }
  });
});

describe('a service that stops', () => {
  it('ends its streams and does not wait for their clients to leave', async () => {
    const service = await start();
    const id = await openPayment(service);
    const open = await Promise.all(Array.from({ length: 20 }, () => follow(service, id)));
    await until(() => open.every((stream) => stream.states().length === 1), patienceMs);
    started.splice(0);
    await service.stop();
    await until(() => open.every((stream) => stream.ended()), patienceMs);
  });
});
