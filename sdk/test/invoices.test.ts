import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../server/test/support/service.ts';
import { clientOf, rejection } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const params = {
  currency: 'EUR',
  customer_email: 'ada@example.com',
  line_items: [{ description: 'Consulting, hours', quantity: 1.5, unit_price: '100.00' }],
  tax_rate: '0.19',
} as const;

it('invoices are created, updated, finalized, sent, listed, retrieved and voided', async () => {
  const { invoices } = clientOf(service);
  const draft = await invoices.create({ ...params, line_items: [...params.line_items], memo: 'Thank you' });
  expect(draft).toMatchObject({ status: 'draft', amount: '178.50', email_sent: false });
  const { invoice_id } = draft;
  expect(await invoices.update(invoice_id, { memo: null, tax_rate: '0.00' })).toMatchObject({
    amount: '150.00',
    memo: null,
  });
  expect(await invoices.finalize(invoice_id)).toMatchObject({ status: 'open', email_sent: false });
  expect(await rejection(invoices.update(invoice_id, { memo: 'x' }))).toMatchObject({
    code: 'INVOICE_NOT_EDITABLE',
    status: 409,
    attempts: 1,
  });
  expect(await invoices.send(invoice_id)).toMatchObject({ status: 'open', email_sent: true });

  const newer = await invoices.create({ ...params, line_items: [...params.line_items] });
  const listed: string[] = [];
  for await (const item of invoices.list({ customer_email: 'ada@example.com', limit: 1 })) {
    listed.push(item.invoice_id);
  }
  expect(listed).toEqual([newer.invoice_id, invoice_id]);

  expect(await invoices.void(invoice_id)).toMatchObject({ invoice_id, status: 'void' });
  expect(await invoices.get(invoice_id)).toMatchObject({ status: 'void', voided_at: expect.any(String) });
});
