import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../server/test/support/process.ts';
import { startTestService, type TestService } from '../../server/test/support/service.ts';

/** The built command, as an assistant starts it. */
const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

/** The description of the API, which the tools written by hand must follow. */
const document = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));

let service: TestService;
const clients: Client[] = [];

beforeAll(async () => {
  service = await startTestService({ workers: true });
  service.ctx.config.publicUrl = service.url;
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(() => service.stop());

const assistant = (key: string, ...args: string[]) => assistantThat({}, key, ...args);

async function assistantThat(options: ClientOptions, key: string, ...args: string[]): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1' }, options);
  clients.push(client);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp', ...args],
      env: {
        PATH: process.env['PATH'] ?? '',
        CAUSEWAY_API_URL: `${service.url}/api/v1`,
        CAUSEWAY_API_KEY: key,
      },
    }),
  );
  return client;
}

async function call(client: Client, name: string, args: object = {}) {
  const result = await client.callTool({ name, arguments: { ...args } });
  const [first] = result.content;
  const text = first?.type === 'text' ? first.text : '';
  return { isError: result.isError === true, text, data: result.isError ? null : JSON.parse(text) };
}

async function paid(amount: string, body: object = {}): Promise<string> {
  const made = await service.call('POST', '/payments', { body: { amount, currency: 'USD', ...body } });
  const id = made.json.data.payment_id;
  await service.call('POST', `/payments/${id}/simulate`, { body: { outcome: 'complete' } });
  return id;
}

const refundsOf = async (paymentId: string) =>
  (await service.call('GET', `/refunds?payment_id=${paymentId}`)).json.data;

const readers = [
  'explain_error',
  'explain_payment',
  'find_payments',
  'list_unapplied_funds',
  'read_guide',
  'search_guides',
];
const writers = ['create_invoice', 'create_payment_link', 'refund_payment'];

describe('the tools', () => {
  const namesWith = async (...args: [key: string, ...rest: string[]]) =>
    (await (await assistant(...args)).listTools()).tools.map(({ name }) => name).sort();

  it('are all there with a test key, and each says what it does', async () => {
    const client = await assistant(service.testKey);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...readers, ...writers].sort());
    for (const tool of tools) {
      expect(tool.description?.length).toBeGreaterThan(40);
      expect(tool.annotations?.readOnlyHint).toBe(readers.includes(tool.name));
    }
    expect(client.getInstructions()).toContain('no real money');
  });

  it('know the statuses and reasons that the API knows', async () => {
    const { tools } = await (await assistant(service.testKey)).listTools();
    const { paths, components } = JSON.parse(readFileSync(document, 'utf8'));
    const statusesOf = (path: string) =>
      paths[`/api/v1${path}`].get.parameters.find(({ name }: { name: string }) => name === 'status').schema
        .enum;
    const enums = tools
      .filter(({ name }) => readers.includes(name))
      .flatMap(({ name, inputSchema }) =>
        Object.entries(inputSchema.properties ?? {}).flatMap(([property, schema]) =>
          'enum' in Object(schema) ? [[`${name}.${property}`, (schema as { enum: string[] }).enum]] : [],
        ),
      );
    expect(Object.fromEntries(enums)).toEqual({
      'find_payments.status': statusesOf('/payments'),
      'list_unapplied_funds.status': statusesOf('/unapplied_funds'),
    });
    const unapplied = tools.find(({ name }) => name === 'list_unapplied_funds');
    const named = /the reason of each: ([^.]*)\./.exec(unapplied?.description ?? '')?.[1];
    expect(named?.split(/, | or /)).toEqual(components.schemas.UnappliedFund.properties.reason.enum);
  });

  it('only read with a live key, unless writing was allowed; payouts and wallets are never there', async () => {
    expect(await namesWith(service.liveKey)).toEqual(readers);
    expect(await namesWith(service.liveKey, '--allow-writes')).toEqual([...readers, ...writers].sort());
    const refused = await call(await assistant(service.liveKey), 'refund_payment', {
      payment_id: 'pay_1',
    }).catch((error: Error) => ({ isError: true, text: error.message }));
    expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/not found/i) });
  });
});

describe('an assistant', () => {
  it('finds a payment and says what happened to it', async () => {
    const client = await assistant(service.testKey);
    const id = await paid('49.99', { reference_id: 'A-1' });
    const found = await call(client, 'find_payments', { reference_id: 'A-1' });
    expect(found.data.payments).toMatchObject([
      { payment_id: id, status: 'completed', link: `${service.url}/dashboard/payments/${id}` },
    ]);
    const { data } = await call(client, 'explain_payment', { reference_id: 'A-1' });
    expect(data.payment).toMatchObject({ payment_id: id, amount: '49.99' });
    expect(data.timeline.map(({ kind }: { kind: string }) => kind)).toContain('created');
    expect(data.links.checkout).toBe(`${service.url}/checkout/${id}`);
    expect(await call(client, 'explain_payment', { reference_id: 'A-2' })).toMatchObject({
      isError: true,
      text: 'No payment has the reference "A-2". Use find_payments to look for it.',
    });
    expect(await call(client, 'explain_payment', { payment_id: 'pay_unknown' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('PAYMENT_NOT_FOUND'),
    });
  });

  it('creates a payment link and an invoice, in the words of the API', async () => {
    const client = await assistant(service.testKey);
    const link = await call(client, 'create_payment_link', {
      name: 'Coffee',
      amount: '3.50',
      currency: 'EUR',
    });
    expect(link.data.links.share).toContain(service.url);
    const line = { description: 'Consulting', quantity: 2, unit_price: '100.00' };
    const invoice = await call(client, 'create_invoice', { currency: 'USD', line_items: [line] });
    expect(invoice.data.invoice).toMatchObject({ status: 'draft', amount: '200.00' });
    const wrong = await call(client, 'create_payment_link', { name: 'Coffee', amount: '3.50' });
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('currency') });
  });

  it('refunds only with the confirmation of a dry run, and once', async () => {
    const client = await assistant(service.testKey);
    const payment_id = await paid('30.00');
    const wanted = { payment_id, amount: '10.00', reason: 'Broken' };
    const dry = await call(client, 'refund_payment', wanted);
    expect(dry.data).toMatchObject({
      dry_run: true,
      would_refund: { amount: '10.00', left_before: '30.00', left_afterwards: '20.00', refunds_so_far: 0 },
    });
    expect(await refundsOf(payment_id)).toEqual([]);
    const { confirmation } = dry.data;
    for (const other of [{ confirmation: 'made up' }, { confirmation, amount: '30.00' }]) {
      const refused = await call(client, 'refund_payment', { ...wanted, ...other });
      expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('does not fit') });
    }
    const done = await call(client, 'refund_payment', { ...wanted, confirmation });
    expect(done.data.refund).toMatchObject({ amount: '10.00', reason: 'Broken' });
    expect((await call(client, 'refund_payment', { ...wanted, confirmation })).isError).toBe(true);
    expect(await refundsOf(payment_id)).toHaveLength(1);
    const tooMuch = await call(client, 'refund_payment', { payment_id, amount: '20.01' });
    expect(tooMuch.text).toBe('Pass an amount above 0 and at most 20.00 USD.');
  });

  it('is told that a payment that is not paid cannot be refunded', async () => {
    const client = await assistant(service.testKey);
    const made = await service.call('POST', '/payments', { body: { amount: '4.04', currency: 'USD' } });
    const refused = await call(client, 'refund_payment', { payment_id: made.json.data.payment_id });
    expect(refused.text).toContain('A payment that is pending cannot be refunded');
  });

  it('explains an error code, and finds and reads a guide', async () => {
    const client = await assistant(service.testKey);
    const explained = await call(client, 'explain_error', { code: 'PAYMENT_NOT_REFUNDABLE' });
    expect(explained.data).toMatchObject({ status: '422', what_to_do: expect.stringMatching(/\w/) });
    const found = await call(client, 'search_guides', { query: 'verify webhook signatures' });
    expect(found.data.sections[0].link).toContain(`${service.url}/docs/`);
    const guides = found.data.sections.map(({ guide }: { guide: string }) => guide);
    expect(guides).toContain('verifying-webhooks');
    const read = await call(client, 'read_guide', { guide: 'webhooks' });
    expect(read.data.text).toContain('HMAC-SHA256');
    expect(read.data.text.length).toBeLessThanOrEqual(12_000);
    const next = await call(client, 'read_guide', { guide: 'webhooks', offset: read.data.next_offset });
    expect(next.data.text).not.toBe('');
    expect(next.data.text).not.toBe(read.data.text);
  });

  it('sees which money is unapplied', async () => {
    const { data } = await call(await assistant(service.testKey), 'list_unapplied_funds', { status: 'open' });
    expect(data).toMatchObject({ unapplied_funds: [], link: `${service.url}/dashboard/unapplied` });
  });
});

it.each(['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
  'speaks version %s of the protocol',
  async (version) => {
    const options =
      version === '2026-07-28'
        ? { versionNegotiation: { mode: { pin: version } } }
        : { supportedProtocolVersions: [version] };
    const client = await assistantThat(options, service.testKey);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const { data } = await call(client, 'find_payments');
    expect(data.environment).toBe('test');
  },
);

it('ends with its assistant', async () => {
  const client = await assistant(service.testKey);
  const { transport } = client;
  const pid = transport instanceof StdioClientTransport ? transport.pid : null;
  expect(pid).toEqual(expect.any(Number));
  await client.close();
  await until(() => !isRunning(pid ?? 0));
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
