import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { type WorkerThread, WorkerThreadError } from '../../platform/worker-thread.ts';
import { createPdfPrinter, type PdfPrinter, type PrintOrder, printerLimits } from './printer.ts';

type InvoiceOrder = Extract<PrintOrder, { kind: 'invoice' }>;

interface Job {
  invoice: InvoiceOrder;
  finish(): void;
  crash(): void;
}

/** Stands in for the thread: a job is done when the test says so. */
let jobs: Job[];
let printer: PdfPrinter;
beforeEach(() => {
  jobs = [];
  const thread: WorkerThread<PrintOrder, Uint8Array> = {
    run: (invoice) =>
      new Promise((resolve, reject) => {
        if (invoice.kind !== 'invoice') throw new Error('not an invoice');
        const pdf = Buffer.from(`pdf of ${invoice.state.invoice_number}`);
        const crash = () => reject(new WorkerThreadError('crash', 'crashed'));
        jobs.push({ invoice, finish: () => resolve(pdf), crash });
      }),
    stop: async () => undefined,
  };
  const limits = { ...printerLimits, atOnce: 4, atOncePerMerchant: 3, merchantsAtOnce: 5, cachedBytes: 20 };
  printer = createPdfPrinter(pino({ level: 'silent' }), limits, thread);
});

const invoice = (number: string, more: Partial<InvoiceOrder> = {}): InvoiceOrder => ({
  kind: 'invoice',
  state: {
    invoice_id: 'inv_1',
    contacts: [],
    status: 'open',
    environment: 'test',
    merchant: { name: 'Shop', logo_url: null, accent_url: null, address: null, tax_id: null },
    invoice_number: number,
    customer_name: null,
    customer_email: null,
    customer_address: null,
    customer_tax_id: null,
    currency: 'USD',
    line_items: [],
    subtotal: '1.00',
    tax_rate: '0.00',
    tax_amount: '0.00',
    amount: '1.00',
    memo: null,
    created_at: '2026-01-01T00:00:00.000Z',
    due_date: '2026-02-01',
    paid_at: null,
    voided_at: null,
    payable: true,
    under_way: null,
    payment: null,
  },
  locale: 'en',
  size: 'a4',
  logo: null,
  accent: null,
  url: 'https://pay.example/invoice/inv_1',
  now: new Date(0),
  ...more,
});
const settled = () => new Promise((resolve) => setImmediate(resolve));
const numbers = () => jobs.map((job) => job.invoice.state.invoice_number);
/** Finishes the next jobs as they start. Returns their numbers, in order. */
async function drawAll(count: number): Promise<string[]> {
  const drawn: string[] = [];
  while (drawn.length < count) {
    await settled();
    const job = jobs.at(-1);
    job?.finish();
    drawn.push(job?.invoice.state.invoice_number ?? '');
  }
  return drawn;
}
const busy = { code: 'SERVICE_UNAVAILABLE', headers: { 'retry-after': '2' } };

describe('the queue', () => {
  it('draws one at a time, in order', async () => {
    const done = ['A', 'B'].map((number) => printer.print('mer_1', invoice(number)));
    await settled();
    expect(numbers()).toEqual(['A']);
    jobs[0]?.finish();
    expect(Buffer.from((await done[0]) ?? []).toString()).toBe('pdf of A');
    await settled();
    expect(numbers()).toEqual(['A', 'B']);
    jobs[1]?.finish();
    await done[1];
  });

  it('draws in turns: one of each merchant that waits, however many another asked for before', async () => {
    const done = [
      ...['A1', 'A2', 'A3'].map((number) => printer.print('mer_a', invoice(number))),
      printer.print('mer_b', invoice('B1')),
    ];
    expect(await drawAll(4)).toEqual(['A1', 'B1', 'A2', 'A3']);
    await Promise.all(done);
  });

  it('refuses more than its share to a merchant', async () => {
    const done = ['A1', 'A2', 'A3'].map((number) => printer.print('mer_a', invoice(number)));
    await expect(printer.print('mer_a', invoice('A4'))).rejects.toMatchObject(busy);
    await drawAll(3);
    await Promise.all(done);
    const later = printer.print('mer_a', invoice('A4'));
    expect(await drawAll(1)).toEqual(['A4']);
    await later;
  });

  it('has a place for the first one of a merchant while others fill it; the newest of the longest line gives way', async () => {
    const kept = ['A1', 'A2'].map((number) => printer.print('mer_a', invoice(number)));
    const displaced = expect(printer.print('mer_a', invoice('A3'))).rejects.toMatchObject(busy);
    const other = printer.print('mer_b', invoice('B1'));
    await expect(printer.print('mer_b', invoice('B2'))).rejects.toMatchObject(busy);
    const first = printer.print('mer_c', invoice('C1'));
    await displaced;
    expect(await drawAll(4)).toEqual(['A1', 'B1', 'C1', 'A2']);
    await Promise.all([...kept, other, first]);
  });

  it('keeps the first one of each merchant beyond its places, for a limited number of merchants', async () => {
    const merchants = ['a', 'b', 'c', 'd', 'e'];
    const done = merchants.map((name) => printer.print(`mer_${name}`, invoice(name)));
    await expect(printer.print('mer_f', invoice('f'))).rejects.toMatchObject(busy);
    expect(await drawAll(5)).toEqual(merchants);
    await Promise.all(done);
  });

  it('goes on after a crash, which one request is told of', async () => {
    const done = ['A', 'B'].map((number) => printer.print('mer_1', invoice(number)));
    const refused = expect(done[0]).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      headers: { 'retry-after': '60' },
    });
    await settled();
    jobs[0]?.crash();
    await refused;
    await settled();
    jobs[1]?.finish();
    expect(Buffer.from((await done[1]) ?? []).toString()).toBe('pdf of B');
  });
});

describe('the cache', () => {
  async function draw(printed: InvoiceOrder): Promise<'drawn' | 'kept'> {
    const before = jobs.length;
    const done = printer.print('mer_1', printed);
    await settled();
    const isNew = jobs.length > before;
    if (isNew) jobs.at(-1)?.finish();
    await done;
    return isNew ? 'drawn' : 'kept';
  }

  it('keeps what shows the same, whenever it is asked for', async () => {
    expect(await draw(invoice('A'))).toBe('drawn');
    expect(await draw(invoice('A', { now: new Date(1) }))).toBe('kept');
  });

  it.each<[string, Partial<InvoiceOrder>]>([
    ['colour', { accent: '#0b6e4f' }],
    ['language', { locale: 'de' }],
    ['size', { size: 'letter' }],
    [
      'logo',
      { logo: { merchant_id: 'mer_1', content_type: 'image/png', bytes: Buffer.alloc(1), digest: 'other' } },
    ],
    ['content', { state: { ...invoice('A').state, status: 'paid' } }],
  ])('draws again for another %s', async (_, change) => {
    await draw(invoice('A'));
    expect(await draw(invoice('A', change))).toBe('drawn');
  });

  it('drops those that were not asked for longest when it is full', async () => {
    for (const number of ['A', 'B', 'A', 'C']) await draw(invoice(number));
    expect(await draw(invoice('A'))).toBe('kept');
    expect(await draw(invoice('B'))).toBe('drawn');
  });

  it('draws once for two who ask at the same time', async () => {
    const both = [printer.print('mer_1', invoice('A')), printer.print('mer_2', invoice('A'))];
    await settled();
    jobs[0]?.finish();
    await Promise.all(both);
    expect(numbers()).toEqual(['A']);
  });
});
