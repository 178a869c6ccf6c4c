import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTracing } from '../../src/app/tracing.ts';
import { createRpc } from '../../src/chains/rpc/rpc.ts';
import { createLog } from '../../src/platform/log.ts';
import { type Receiver, startReceiver } from '../messages/webhooks/receiver.ts';
import { call } from '../support/call.ts';
import { makeDataDir, type RunningService, serve, until } from '../support/process.ts';

/* A small collector, and the built service beside it. */

interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; doubleValue?: number } }[];
  status: { code?: number };
}

const caller = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };

let collector: Receiver;
const collected = (): CollectedSpan[] =>
  collector.received.flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
const attribute = (span: CollectedSpan | undefined, key: string) => {
  const { value } = span?.attributes.find((one) => one.key === key) ?? {};
  return value?.stringValue ?? value?.doubleValue;
};
const find = async (isIt: (span: CollectedSpan) => boolean): Promise<CollectedSpan> => {
  const look = () => collected().find(isIt);
  await until(
    () => look() !== undefined,
    60_000,
    () => collected().map(({ name }) => name),
  );
  return look() as CollectedSpan;
};

beforeAll(async () => {
  collector = await startReceiver();
});
afterAll(() => collector.close());

describe('traces of the built service', () => {
  const data = makeDataDir();
  let shop: Receiver;
  let service: RunningService;
  const ask = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    call(`${service.url}/api/v1${path}`, method, {
      key: service.testKey,
      headers,
      ...(body ? { body } : {}),
    });
  beforeAll(async () => {
    shop = await startReceiver();
    const OTEL_EXPORTER_OTLP_ENDPOINT = `${collector.url}/`;
    service = await serve({ DATA_DIR: data.path, PORT: '0', LOG_LEVEL: 'warn', OTEL_EXPORTER_OTLP_ENDPOINT });
    const made = await ask('POST', '/webhooks/endpoints', {
      url: `${shop.url}/hook`,
      events: ['payment.completed'],
    });
    expect(made.status).toBe(201);
  }, 180_000);
  afterAll(async () => {
    await service?.end('SIGTERM');
    await shop?.close();
    data.remove();
  });

  it("a request and its statements are part of the caller's trace, with the request's id", async () => {
    const traceparent = `00-${caller.trace}-${caller.span}-01`;
    const made = await ask('POST', '/payments', { amount: '10.00', currency: 'USD' }, { traceparent });
    expect(made.status).toBe(201);
    const request = await find(({ name }) => name === 'POST /api/v1/payments');
    expect(request).toMatchObject({ traceId: caller.trace, parentSpanId: caller.span, status: {} });
    expect(attribute(request, 'causeway.request_id')).toBe(made.headers.get('x-request-id'));
    expect(attribute(request, 'http.response.status_code')).toBe(201);
    const statement = await find(({ parentSpanId }) => parentSpanId === request.spanId);
    expect(statement).toMatchObject({ traceId: caller.trace, name: 'statement' });
    expect(attribute(statement, 'causeway.request_id')).toBe(made.headers.get('x-request-id'));
    expect(BigInt(statement.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(request.startTimeUnixNano));
    expect(Number(BigInt(request.endTimeUnixNano) / 1_000_000n)).toBeCloseTo(Date.now(), -6);
    expect(collector.received[0]).toMatchObject({ path: '/v1/traces' });
  }, 120_000);

  it('a task and its statements are a trace, and so is a delivery, whose receiver gets the header', async () => {
    await until(() => shop.received.length > 0, 60_000);
    const webhook = await find(({ name }) => name === 'webhook');
    expect(shop.received[0]?.headers['traceparent']).toBe(`00-${webhook.traceId}-${webhook.spanId}-01`);
    expect(attribute(webhook, 'server.address')).toBe(new URL(shop.url).host);
    const task = await find(({ name }) => name.startsWith('task '));
    expect(attribute(task, 'causeway.items')).toBeGreaterThan(0);
    await find(({ name, parentSpanId }) => name === 'statement' && parentSpanId === task.spanId);
  }, 120_000);

  it('spans hold no keys, secrets, addresses or names, nor paths, which can be secrets', async () => {
    const body = {
      amount: '10.00',
      currency: 'USD',
      customer_email: 'ada@secret.example',
      description: 'secret',
    };
    await ask('POST', '/payments', body);
    await ask('GET', '/invoices?customer_email=ada@secret.example');
    await call(`${service.url}/refunds/claim/secret-token`, 'GET');
    await call(`${service.url}/secret-path`, 'GET');
    await find(({ name }) => name === 'GET unknown');
    await find(({ name }) => name.startsWith('GET /refunds/claim/:'));
    expect(JSON.stringify(collected())).not.toMatch(/svc_(test|live)_|whsec_\w|ada@|secret-|"secret"|\/hook/);
  }, 60_000);

  it('a caller that is not recorded is not recorded here either', async () => {
    const traceparent = `00-${'a'.repeat(32)}-${caller.span}-00`;
    await ask('GET', '/payments', undefined, { traceparent });
    await ask('GET', '/refunds');
    await find(({ name }) => name === 'GET /api/v1/refunds');
    expect(collected().some(({ name }) => name === 'GET /api/v1/payments')).toBe(false);
  }, 60_000);
});

it('a request to a node is part of what asked for it', async () => {
  const node = createServer((request, response) => {
    request.resume().on('end', () => response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}'));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => node.once('listening', resolve));
  const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  const tracing = openTracing(collector.url, createLog({ logLevel: 'error' }));
  const rpc = tracing.rpc(createRpc)({ urls: [url], nowMs: Date.now, verify: async () => {} });
  const task = tracing.spans.root('task of a test', 'internal', {});
  await task?.run(() => rpc.run((connection) => connection.call('eth_chainId', []).catch(() => null)));
  task?.end();
  await tracing.close();
  const asked = await find(({ name }) => name === 'rpc');
  const parent = await find(({ name }) => name === 'task of a test');
  expect(asked.parentSpanId).toBe(parent.spanId);
  expect(attribute(asked, 'server.address')).toBe(new URL(url).host);
  await rpc.close();
  node.close();
});
