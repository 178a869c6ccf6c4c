import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../server/test/support/service.ts';
import { clientOf, rejection } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('buttons are created, updated, listed and retrieved, and payments are created from them', async () => {
  const { buttons } = clientOf(service);
  const made = await buttons.create({ name: 'Two tickets', amount: '49.99', currency: 'USD' });
  const { button_id } = made;
  expect(made).toMatchObject({ status: 'active', amount: '49.99', description: null });
  const payment = await buttons.createPayment(button_id, { customer_email: 'ada@example.com' });
  expect(payment).toMatchObject({ button_id, status: 'pending', amount: '49.99' });
  expect(await buttons.getPayment(button_id, payment.payment_id)).toEqual(payment);

  expect(await buttons.update(button_id, { status: 'inactive', description: 'Sold out' })).toMatchObject({
    status: 'inactive',
    description: 'Sold out',
  });
  expect(await rejection(buttons.createPayment(button_id))).toMatchObject({
    code: 'BUTTON_INACTIVE',
    status: 409,
    attempts: 1,
  });
  expect((await buttons.get(button_id)).description).toBe('Sold out');

  const newer = await buttons.create({ name: 'One ticket', amount: '25.00', currency: 'EUR' });
  const listed: string[] = [];
  for await (const button of buttons.list({ limit: 1 })) listed.push(button.button_id);
  expect(listed).toEqual([newer.button_id, button_id]);
  expect((await buttons.list({ status: 'active' })).data).toMatchObject([{ name: 'One ticket' }]);
});
