import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedInAs } from '../dashboard/support.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const override = 'Coffee \u202egpj.exe';
const hidden = 'Pay\u200bPal';
const payment = { amount: '10.00', currency: 'USD' };
const invoice = {
  currency: 'USD',
  line_items: [{ description: 'Coffee', quantity: 1, unit_price: '10.00' }],
};

it.each([
  ['/payments', { ...payment, description: override }, 'description'],
  ['/payments', { ...payment, redirect_url: 'https://bank.example@evil.example/' }, 'redirect_url'],
  ['/payments', { ...payment, redirect_url: 'https://evil.example\\@bank.example' }, 'redirect_url'],
  ['/payments', { ...payment, cancel_url: 'https://bank.example/\\evil' }, 'cancel_url'],
  ['/payment_links', { ...payment, name: hidden }, 'name'],
  ['/payment_links', { ...payment, name: 'Pay\u00adPal' }, 'name'],
  ['/invoices', { ...invoice, customer_name: 'Ada\u3164' }, 'customer_name'],
  ['/payment_links', { ...payment, name: 'Shop\nPaid' }, 'name'],
  ['/invoices', { ...invoice, customer_name: override }, 'customer_name'],
  ['/invoices', { ...invoice, memo: hidden }, 'memo'],
  ['/refunds', { payment_id: 'pay_1', reason: override }, 'reason'],
])('%s refuses %j', async (path, body, field) => {
  const answer = await service.call('POST', path, { body });
  expect(answer.status, answer.text).toBe(422);
  expect(answer.json.error.details.field).toBe(field);
});

it('takes URLs with an at sign in the path, and descriptions of several lines', async () => {
  const body = { ...payment, redirect_url: 'https://shop.example/@ada?x=a@b', description: 'One\nTwo' };
  const answer = await service.call('POST', '/payments', { body });
  expect(answer.status, answer.text).toBe(201);
});

it.each([override, hidden, 'Shop\nYour account is locked'])(
  'no merchant or key is named %j',
  async (name) => {
    const owner = await signedInAs(service);
    const answers = [
      await owner.call('PATCH', '/settings', { body: { name } }),
      await owner.call('POST', '/keys', { body: { name, kind: 'secret' } }),
      await owner.call('POST', '/sign_up', {
        body: { merchant_name: name, email: 'spoof@example.com', password: 'correct horse battery' },
      }),
    ];
    for (const answer of answers) expect(answer.status, answer.text).toBe(422);
  },
);
