import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyLimitBytes } from '../../../src/platform/http/body.ts';
import { budget } from '../../support/chance.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { arbitraryHeaders, arbitraryQuery, pathOf, send } from './arbitrary-requests.ts';
import { documentedRoutes, mismatches, type Route, responseSchema, type Schema } from './openapi-document.ts';

/** Requests for each operation. */
const numRuns = budget(1000, 25);

let service: TestService;
let routes: Route[];
/** An id of each kind, by the name it has in paths and bodies. */
let known: Record<string, string>;
beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: { test: 1_000_000, live: 1_000_000 } });
  routes = await documentedRoutes(service);
  const post = async (path: string, body: unknown) => (await service.call('POST', path, { body })).json.data;
  const { payment_id } = await post('/payments', { amount: '10.00', currency: 'USD' });
  await post(`/payments/${payment_id}/simulate`, { outcome: 'complete' });
  const { refund_id } = await post('/refunds', { payment_id, amount: '1.00' });
  const line_items = [{ description: 'Hours', quantity: 1, unit_price: '80.00' }];
  const { invoice_id } = await post('/invoices', { currency: 'USD', line_items });
  const { button_id } = await post('/buttons', { name: 'B', amount: '5.00', currency: 'USD' });
  const { payment_link_id } = await post('/payment_links', { name: 'L', currency: 'USD' });
  // Nobody listens there.
  const { endpoint_id } = await post('/webhooks/endpoints', { url: 'http://127.0.0.1:1/', events: ['*'] });
  const { delivery_id, event_id } = await post('/webhooks/test', {
    endpoint_id,
    event_type: 'refund.completed',
  });
  known = {
    payment_id,
    refund_id,
    invoice_id,
    button_id,
    payment_link_id,
    endpoint_id,
    delivery_id,
    event_id,
  };
});
afterAll(() => service.stop());

const nonsense = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom<unknown>('', '0', '-1', 'x'.repeat(600), 1e21, [], {}, null),
);

/** A value as the schema says, most of the time. */
function valueFor(schema: Schema & Record<string, unknown>, name = ''): fc.Arbitrary<unknown> {
  const good = known[name] === undefined ? sampleOf(schema) : fc.constant(known[name]);
  return fc.oneof({ weight: 6, arbitrary: good }, { weight: 1, arbitrary: nonsense });
}

function sampleOf(schema: Schema & Record<string, unknown>): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => sampleOf({ ...option })));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(
      ([name, field]) => [name, valueFor({ ...field }, name)] as const,
    );
    return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  }
  if (schema.items) return fc.array(valueFor({ ...schema.items }), { minLength: 1, maxLength: 3 });
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: Number(schema['minimum'] ?? 0), max: Number(schema['maximum'] ?? 100) });
    case 'number':
      return fc.constantFrom(1, 2.5, 0.000001, 1_000_000);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.dictionary(fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), { maxKeys: 2 });
  }
}

const samples: Record<string, string[]> = {
  money: ['10.00', '0.01', '4.09', '6.66', '0.50', '100000.01'],
  price: ['0.00', '19.99', '80'],
  fraction: ['0', '0.08', '1'],
  date: ['9999-12-31', '2000-01-01', '2026-02-30'],
  'return-url': ['https://shop.example/a', 'https:x'],
  'webhook-url': ['http://127.0.0.1:1/a', 'https://[::1]:1/'],
  email: ['ada@example.com', 'ada@'],
};

function textOf({ format, maxLength }: Record<string, unknown>): fc.Arbitrary<string> {
  const sample = samples[String(format)];
  if (sample) return fc.constantFrom(...sample);
  return fc.string({ minLength: 1, maxLength: Math.min(Number(maxLength ?? 20), 20) });
}

/** What is sent besides method and path, in the ways that clients go wrong. */
function arbitraryBody(route: Route): fc.Arbitrary<string | undefined> {
  const schema = route.operation.requestBody?.content?.['application/json']?.schema;
  const text = fc.oneof(
    fc.constant(''),
    fc.constant('{"a":'),
    fc.constant('[]'),
    fc.constant(`"${'x'.repeat(bodyLimitBytes)}"`),
    fc.json({ maxDepth: 3 }),
  );
  const good = schema
    ? valueFor({ ...schema }).map((value) => JSON.stringify(value))
    : fc.constant<string | undefined>(undefined);
  return fc.oneof({ weight: 5, arbitrary: good }, { weight: 1, arbitrary: text });
}

const credentials = () =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(`Bearer ${service.testKey}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        `Bearer ${service.liveKey}`,
        `Bearer ${service.publishableKey}`,
        'Bearer x',
        '',
      ),
    },
  );

it('every answer to any request of an operation has a status, a code and a body that the document lists', {
  timeout: 900_000,
}, async () => {
  const seen = new Set<number>();
  for (const [index, route] of routes.entries()) {
    const { method, operation } = route;
    const name = /\{(\w+)\}/.exec(route.path)?.[1] ?? '';
    const request = fc.record({
      path: fc.oneof(
        { weight: 4, arbitrary: fc.constant(route.path.replace(/\{(\w+)\}/g, (_, id) => known[id] ?? '')) },
        { weight: 1, arbitrary: pathOf(route, known[name] ?? 'pay_x') },
      ),
      query: method === 'GET' ? arbitraryQuery(route, known[name] ?? 'pay_x') : fc.constant(''),
      body: arbitraryBody(route),
      authorization: credentials(),
      type: fc.oneof(
        { weight: 5, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constantFrom('', 'text/plain', 'application/json; charset=latin1', 'x') },
      ),
      idempotencyKey: fc.option(fc.stringMatching(/^[a-z]{0,2}$/), { freq: 3 }),
      overlong: fc.oneof(
        { weight: 30, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
      others: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: arbitraryHeaders }),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ path, query, body, authorization, type, ...rest }) => {
        const headers = {
          ...rest.others,
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          ...(authorization === '' ? {} : { authorization }),
          ...(type === '' ? {} : { 'content-type': type }),
          ...(rest.idempotencyKey === null ? {} : { 'idempotency-key': rest.idempotencyKey }),
          ...(rest.overlong ? { 'x-overlong': 'x'.repeat(20_000) } : {}),
        };
        const url = query === '' ? path : `${path}?${query}`;
        const sent = { method, path: url, headers, ...(body === undefined ? {} : { body }) };
        const answer = await send(service.url, sent).catch(refusedWhileSending);
        if (answer === null) return;
        if (answer.isFile) {
          expect(operation.responses[answer.status]?.content).toHaveProperty('text/csv');
          return;
        }
        const json = JSON.parse(answer.text);
        const { code } = json.error ?? {};
        seen.add(answer.status);
        // An id that cannot be decoded, or that is empty, is another route or none.
        if (code === 'NOT_FOUND' || code === 'METHOD_NOT_ALLOWED' || isOtherRoute(route, path)) return;
        expect(mismatches(responseSchema(operation, answer.status), json), answer.text).toEqual([]);
        if (code) expect(operation.responses[answer.status]?.description.split(', ')).toContain(code);
      }),
      // Each operation gets other values.
      { numRuns, seed: (fc.readConfigureGlobal()?.seed ?? 0) + index },
    );
  }
  expect([...seen].sort()).toEqual(
    expect.arrayContaining([200, 201, 400, 401, 403, 404, 409, 413, 422, 431]),
  );
});

/** A path whose id has a slash or is empty means something else. */
function isOtherRoute({ path }: Route, asked: string): boolean {
  const pattern = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+');
  return !new RegExp(`^${pattern}$`).test(asked);
}

/** A server that hangs up on too much input can do so before its answer is read. */
function refusedWhileSending(error: Error & { code?: string }): null {
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return null;
  throw error;
}
