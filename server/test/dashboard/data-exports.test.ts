import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPaidInvoice } from '../payments/invoices/support.ts';
import { createPaid } from '../payments/refunds/support.ts';
import { expectFailure, unlimited, until } from '../payments/support.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/service.ts';
import { seedMany, seedPayments } from './data-support.ts';
import { type Browser, signedInAs } from './support.ts';

let service: TestService;
let shop: TestMerchant;
let owner: Browser;

beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited });
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.createMerchant();
  owner = await signedInAs(service, 'owner', shop.merchantId);
});

async function download(path: string): Promise<string[][]> {
  const answer = await owner.call('GET', `/exports/${path}`);
  expect(answer.status, answer.text).toBe(200);
  return parse(answer.text);
}

/** Reads CSV as RFC 4180 has it. fetch has taken the byte order mark off. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  for (const line of text.replace(/\r\n$/, '').split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/))
    rows.push(
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    );
  return rows;
}

const cookie = () => ({ cookie: owner.cookie ?? '' });

describe('an export of payments', () => {
  it('is a file with a header row, named after its environment and day', async () => {
    const body = { description: '=cmd("x"), "quoted"\nnext', customer_email: 'a@example.com' };
    const paid = await createPaid(service, body, { key: shop.testKey });
    const url = `${service.url}/dashboard/api/exports/payments.csv?environment=test`;
    const response = await fetch(url, { headers: cookie() });
    expect(response.headers.get('content-type')).toContain('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="payments-test-\d{4}-\d{2}-\d{2}\.csv"$/,
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [header = [], row = [], ...rest] = parse(bytes.toString('utf8', 3));
    expect(rest).toEqual([]);
    const cells = Object.fromEntries(header.map((name, index) => [name, row[index]]));
    expect(cells).toEqual({
      payment_id: paid.payment_id,
      status: 'completed',
      amount: '49.99',
      currency: 'USD',
      refunded_amount: '0.00',
      description: `'${body.description}`,
      customer_email: 'a@example.com',
      reference_id: '',
      invoice_id: '',
      chain: 'ethereum',
      token: 'ETH',
      token_amount: '0.016664',
      tx_hash: paid.tx_hash,
      payer_address: paid.payer_address,
      created_at: paid.created_at,
      completed_at: paid.completed_at,
      purpose: '',
    });
  });

  it('takes the filters of the list and the environment of its query', async () => {
    const ids = await seedPayments(service, shop.merchantId, [
      { at: '2026-01-01T00:00:00Z', customer_email: 'anna@example.com' },
      { at: '2026-01-02T00:00:00Z', status: 'failed' },
      { at: '2026-01-03T00:00:00Z', environment: 'live' },
    ]);
    const exported = async (query: string) =>
      (await download(`payments.csv?${query}`)).slice(1).map(([id]) => id);
    expect(await exported('')).toEqual([ids[1], ids[0]]);
    expect(await exported('search=anna')).toEqual([ids[0]]);
    expect(await exported('status=failed')).toEqual([ids[1]]);
    expect(await exported('environment=live')).toEqual([ids[2]]);
    expectFailure(await owner.call('GET', '/exports/payments.csv?environment=prod'), {
      code: 'INVALID_PARAMETER',
      field: 'environment',
    });
    expectFailure(await owner.call('GET', '/exports/payments.csv?status=x'), {
      code: 'INVALID_PARAMETER',
      field: 'status',
    });
  });

  it('of nothing is its header row', async () => {
    expect(await download('payments.csv')).toHaveLength(1);
  });

  it('is refused without a session', async () => {
    const answer = await fetch(`${service.url}/dashboard/api/exports/payments.csv`);
    expect(answer.status).toBe(401);
  });
});

describe('an export of a hundred thousand payments', () => {
  const rows = 100_000;
  let headers: Record<string, string>;

  beforeAll(async () => {
    const large = await service.createMerchant();
    await seedMany(service, large.merchantId, rows);
    headers = { cookie: (await signedInAs(service, 'owner', large.merchantId)).cookie ?? '' };
  }, 180_000);

  const url = () => `${service.url}/dashboard/api/exports/payments.csv`;
  /** Reads nothing beyond the headers. */
  const begin = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(url(), { headers }, resolve).on('error', reject);
    });

  // First, so that no statistics of the other exports of this file are still on their way.
  it('is read from the database no further than it is taken', { timeout: 180_000 }, async () => {
    const before = await readsStandStill();
    const response = await begin();
    expect((await readsStandStill()) - before).toBeLessThan(rows / 2);
    response.destroy();
    expect((await readsStandStill()) - before).toBeLessThan(rows / 2);
    expect(response.readableEnded).toBe(false);
  });

  it('is not held in memory', { timeout: 180_000 }, async () => {
    // Not counted: what the first run compiles and caches.
    await (await fetch(`${url()}?search=customer77`, { headers })).text();
    const before = process.memoryUsage().rss;
    let highest = before;
    let lines = 0;
    let last = '';
    const response = await fetch(url(), { headers });
    for await (const chunk of response.body ?? []) {
      for (const byte of chunk) if (byte === 10) lines++;
      last = Buffer.from(chunk).toString('latin1').slice(-2);
      highest = Math.max(highest, process.memoryUsage().rss);
    }
    expect(lines).toBe(rows + 1);
    expect(last).toBe('\r\n');
    // The file has more than 20 MB, and this process both writes and reads it; all rows as objects would be hundreds.
    expect(highest - before).toBeLessThan(150 * 1024 * 1024);
  });

  it('is one of at most five that a merchant downloads at a time', async () => {
    const open = [];
    for (let n = 0; n < 5; n++) open.push(await begin());
    const refused = await fetch(url(), { headers });
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: { code: 'RATE_LIMIT_EXCEEDED' } });
    for (const response of open) response.destroy();
    const again = () => fetch(`${url()}?search=customer777`, { headers });
    await until(again, ({ status }) => status === 200, 60_000);
  });

  /** Statistics of other connections come late, the last of them by seconds: a bound holds, an exact number does not. */
  async function readsStandStill(): Promise<number> {
    let before = -1;
    const standsStill = async () => {
      await pause(1500);
      const [row] = await service.ctx.db<{ reads: bigint }[]>`
        select idx_tup_fetch as reads from pg_stat_user_tables where relname = 'payments'`;
      const now = Number(row?.reads);
      const still = now === before;
      before = now;
      return still;
    };
    await until(standsStill, (still) => still, 60_000);
    return before;
  }
});

describe('exports of the other lists', () => {
  it('have the refunds, with their filters', async () => {
    const key = shop.testKey;
    const { payment_id } = await createPaid(service, {}, { key });
    const made = await service.call('POST', '/refunds', {
      key,
      body: { payment_id, amount: '1.00', reason: '-1' },
    });
    const [header = [], row = [], ...rest] = await download('refunds.csv?status=processing');
    expect(rest).toEqual([]);
    expect(header.slice(0, 4)).toEqual(['refund_id', 'payment_id', 'status', 'amount']);
    expect(row.slice(0, 4)).toEqual([made.json.data.refund_id, payment_id, 'processing', '1.00']);
    expect(row[header.indexOf('reason')]).toBe("'-1");
    expect(await download('refunds.csv?status=failed')).toHaveLength(1);
  });

  it('have the invoices, with their filters', async () => {
    const line = { description: 'Tea', quantity: 1, unit_price: '5.00' };
    const body = { currency: 'USD', line_items: [line], customer_name: '=Anna', tax_rate: '0.20' };
    const made = await service.call('POST', '/invoices', { key: shop.testKey, body });
    const [header = [], row = [], ...rest] = await download('invoices.csv?status=draft');
    expect(rest).toEqual([]);
    expect(row[header.indexOf('invoice_id')]).toBe(made.json.data.invoice_id);
    expect(row[header.indexOf('customer_name')]).toBe("'=Anna");
    const cells = ['amount', 'subtotal', 'tax_amount', 'paid_at', 'payment_id'];
    expect(cells.map((name) => row[header.indexOf(name)])).toEqual(['6.00', '5.00', '1.00', '', '']);
    expect(await download('invoices.csv?status=paid')).toHaveLength(1);
  });

  it('have when an invoice was paid, and by which payment', async () => {
    const line = { description: 'Tea', quantity: 1, unit_price: '5.00' };
    const paid = await createPaidInvoice(service, { line_items: [line] }, shop.testKey);
    const answer = await service.call('GET', `/invoices/${paid.invoice_id}`, { key: shop.testKey });
    const [header = [], row = []] = await download('invoices.csv?status=paid');
    const cells = ['invoice_id', 'invoice_number', 'status', 'paid_at', 'payment_id'];
    const { paid_at } = answer.json.data;
    expect(paid_at).toMatch(/^\d{4}-/);
    expect(cells.map((name) => row[header.indexOf(name)])).toEqual([
      paid.invoice_id,
      paid.invoice_number,
      'paid',
      paid_at,
      paid.payment_id,
    ]);
  });

  it('have the events, with their filters', async () => {
    const { payment_id } = await createPaid(service, {}, { key: shop.testKey });
    const [header, row, ...rest] = await download('events.csv?type=payment.completed');
    expect(rest).toEqual([]);
    expect(header).toEqual(['event_id', 'type', 'resource_id', 'created_at']);
    expect(row?.slice(1, 3)).toEqual(['payment.completed', payment_id]);
    expect(await download('events.csv')).toHaveLength(3);
  });
});
