import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../../../src/lib/locales.ts';
import { forcePayment } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import type { TestService } from '../../support/service.ts';
import { startInvoicePages } from './invoice-support.ts';
import { type ReadPdf, readPdf } from './pdf-reader.ts';
import { openPayment, post, stateOf, usdc, visit } from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startInvoicePages(clock);
});
afterAll(() => service.stop());

async function paidPayment(body = {}): Promise<string> {
  const id = await openPayment(service, { description: 'Field notebook', ...body });
  await post(service, `${id}/pay`, usdc);
  for (let step = 0; step < 20 && (await stateOf(service, id)).status !== 'completed'; step++) {
    clock.advance(30_000);
    await service.runDue();
  }
  expect((await stateOf(service, id)).status).toBe('completed');
  return id;
}

async function receiptOf(id: string, query = ''): Promise<{ pdf: ReadPdf; headers: Headers }> {
  const response = await fetch(`${service.url}/checkout/${id}/receipt${query}`);
  expect(response.status).toBe(200);
  return { pdf: readPdf(Buffer.from(await response.arrayBuffer())), headers: response.headers };
}

/** Runs in different fonts are apart in the file: white space does not count. */
const tight = (text: string) => text.replace(/\s/g, '');
const textOf = (pdf: ReadPdf) => tight(pdf.pages.join(' '));

describe('the receipt of a payment', () => {
  it('says what the success page says, with the zone of its date and the mark of test mode', async () => {
    await service.ctx.db`
      update merchants set support_email = 'help@shop.example', support_url = 'https://shop.example/help'`;
    const id = await paidPayment({ amount: '20.00', currency: 'EUR' });
    const { transaction, completed_at: at } = await stateOf(service, id);
    const { pdf, headers } = await receiptOf(id);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toContain(`attachment; filename="receipt-${id}.pdf"`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toContain('noindex');
    const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
    for (const part of [
      ...['Receipt from Shop', '€20.00', id, date, 'UTC', 'Field notebook', '21.60 USDC', 'Base'],
      ...[transaction.tx_hash, transaction.payer_address, 'shop.example/help', 'help@shop.example'],
      ...['Test mode', 'Page 1 of 1'],
    ])
      expect(textOf(pdf)).toContain(tight(part));
    expect(pdf.raw).toContain('https://shop.example/help');
    expect(pdf.raw).toContain('/MediaBox [0 0 595.28 841.89]');
    expect(pdf.info('Title')).toBe(`Receipt ${id}`);
    expect((await receiptOf(id, '?size=letter')).pdf.raw).toContain('/MediaBox [0 0 612 792]');
    await service.ctx.db`update merchants set support_email = null, support_url = null`;
  });

  it.each(locales)('is written in the language of the page: %s', async (locale) => {
    const id = await paidPayment();
    const { pdf } = await receiptOf(id, `?locale=${locale}`);
    expect(pdf.raw).toContain(`/Lang (${locale})`);
    expect(textOf(pdf)).toContain(id);
    expect(textOf(pdf).includes('Paymentnumber')).toBe(locale === 'en');
  });

  it('lists what was refunded since', async () => {
    const id = await paidPayment();
    const body = { payment_id: id, amount: '9.99', reason: 'Came late' };
    const refund = await service.call('POST', '/refunds', { body });
    expect(refund.status, refund.text).toBe(201);
    clock.advance(600_000);
    await service.runDue();
    const { pdf } = await receiptOf(id);
    expect(textOf(pdf)).toContain(tight('Refund · $9.99'));
    expect(textOf(pdf)).toContain('Camelate');
  });

  it('of a live payment has no mark of test mode', async () => {
    const id = await paidPayment();
    await forcePayment(service, id, { environment: 'live' });
    expect(textOf((await receiptOf(id)).pdf)).not.toContain('Testmode');
  });

  it('is not made before the payment is completed: the page says how far it is', async () => {
    const id = await openPayment(service);
    const answer = await fetch(`${service.url}/checkout/${id}/receipt`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/checkout/${id}`]);
  });

  it('of no payment is refused: to a person by a page, to a script by the envelope', async () => {
    const script = await visit(service, 'GET', 'pay_none/receipt');
    expect([script.status, script.json.error.code]).toEqual([404, 'PAYMENT_NOT_FOUND']);
    const asPerson = { headers: { accept: 'text/html', 'accept-language': 'de' } };
    const page = await visit(service, 'GET', 'pay_none/receipt', asPerson);
    expect(page.status).toBe(404);
    expect(page.text).toContain('<html lang="de"');
  });
});
