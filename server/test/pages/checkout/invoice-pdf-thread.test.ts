import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPdfPrinter, type PrintOrder, printerLimits } from '../../../src/pages/pdf/printer.ts';
import { type WorkerThread, WorkerThreadError } from '../../../src/platform/worker-thread.ts';
import { openInvoice } from '../../payments/invoices/support.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { visitInvoice } from './invoice-support.ts';
import { makeWebDir, noPublicLimits } from './support.ts';

const quiet = pino({ level: 'silent' });
const web = makeWebDir();
afterAll(() => web.remove());

/** As many different Chinese characters as the fonts have, in as many lines as an invoice may have. */
function largest(): { line_items: object[] } {
  const first = 0x4e00;
  return {
    line_items: Array.from({ length: 100 }, (_, line) => ({
      description: Array.from({ length: 200 }, (_, at) => String.fromCodePoint(first + line * 200 + at)).join(
        '',
      ),
      quantity: 1,
      unit_price: '1.00',
    })),
  };
}

describe('while the largest PDF is drawn', () => {
  let service: TestService;
  beforeAll(async () => {
    // How long it takes is not what is tested.
    const printer = createPdfPrinter(quiet, { ...printerLimits, deadlineMs: 100_000 });
    service = await startTestService({ publicLimits: noPublicLimits, webDir: web.path, printer });
  });
  afterAll(() => service.stop());

  it('other requests are answered, one after the other', async () => {
    const { invoice_id: small } = await openInvoice(service);
    // Starts the thread: loading it takes time without holding anything up.
    expect((await visitInvoice(service, 'GET', `${small}/pdf`)).status).toBe(200);
    const { invoice_id: id } = await openInvoice(service, largest());
    let drawn = false;
    const pdf = visitInvoice(service, 'GET', `${id}/pdf`).finally(() => {
      drawn = true;
    });
    let answered = 0;
    while (!drawn) {
      expect((await visitInvoice(service, 'GET', `${id}/state`)).status).toBe(200);
      answered++;
    }
    expect((await pdf).headers.get('content-type')).toBe('application/pdf');
    // On the event loop, at most the one that was on its way is answered before the PDF.
    expect(answered).toBeGreaterThan(10);
  });
});

describe('a PDF that cannot be drawn now', () => {
  const thread: WorkerThread<PrintOrder, Uint8Array> = {
    run: async () => {
      throw new WorkerThreadError('deadline', 'late');
    },
    stop: async () => undefined,
  };
  const started: TestService[] = [];
  afterAll(async () => {
    for (const service of started) await service.stop();
  });

  it.each([
    ['when too many wait', 0, 'Wait 2 seconds and try again', '2'],
    ['after its deadline', 1, 'was not drawn within 20 seconds. Try again in a minute', '60'],
  ])(
    '%s is refused with 503, and a person by a page in their language',
    async (_, atOncePerMerchant, words, seconds) => {
      const service = await startTestService({
        publicLimits: noPublicLimits,
        webDir: web.path,
        printer: createPdfPrinter(quiet, { ...printerLimits, atOncePerMerchant }, thread),
      });
      started.push(service);
      const { invoice_id: id } = await openInvoice(service);
      const script = await visitInvoice(service, 'GET', `${id}/pdf`);
      expect(script.status).toBe(503);
      expect(script.json.error.code).toBe('SERVICE_UNAVAILABLE');
      expect(script.json.error.message).toContain(words);
      expect(script.headers.get('retry-after')).toBe(seconds);
      const headers = { accept: 'text/html', 'accept-language': 'de' };
      const person = await visitInvoice(service, 'GET', `${id}/pdf`, { headers });
      expect(person.status).toBe(503);
      expect(person.text).toContain('Das PDF ist gerade nicht verfügbar');
    },
  );
});
