import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';
import { createPayment, expectRefused, forcePayment, minimal, unlimited } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited });
});
afterAll(() => service.stop());

const duplicate = { status: 409, code: 'DUPLICATE_REFERENCE', field: 'reference_id' };

describe('POST /payments reference_id', () => {
  it.each([
    ['1 character', 'a'],
    ['127 characters', 'b'.repeat(127)],
    ['128 characters', 'c'.repeat(128)],
    ['128 characters outside the basic plane', '😀'.repeat(128)],
    ['spaces and punctuation', " order #1/2 'x' "],
  ])('takes %s', async (_name, reference) => {
    expect((await createPayment(service, { reference_id: reference })).reference_id).toBe(reference);
  });

  it.each([
    ['nothing', ''],
    ['129 characters', 'd'.repeat(129)],
    ['129 characters outside the basic plane', '😀'.repeat(129)],
    ['NUL', 'a\u0000'],
    ['half a surrogate pair', '\ud800'],
    ['a number', 5],
    ['a list', ['a']],
    ['true', true],
  ])('refuses %s', async (_name, reference) => {
    const body = { ...minimal, reference_id: reference };
    await expectRefused(service, body, { code: 'INVALID_PARAMETER', field: 'reference_id' });
  });

  it('refuses a reference the merchant has used, whatever else differs', async () => {
    await createPayment(service, { reference_id: 'order-1' });
    await expectRefused(service, { amount: '1.00', currency: 'EUR', reference_id: 'order-1' }, duplicate);
  });

  it.each(['completed', 'failed', 'expired'] as const)(
    'keeps the reference of a payment that is %s',
    async (status) => {
      const { payment_id } = await createPayment(service, { reference_id: `of-${status}` });
      await forcePayment(service, payment_id, { status });
      await expectRefused(service, { ...minimal, reference_id: `of-${status}` }, duplicate);
    },
  );

  it('tells references apart by case and by surrounding spaces', async () => {
    for (const reference of ['Case', 'case', ' case'])
      expect((await createPayment(service, { reference_id: reference })).reference_id).toBe(reference);
  });

  it('lets another merchant use the same reference', async () => {
    const other = await service.createMerchant();
    await createPayment(service, { reference_id: 'shared' });
    const payment = await createPayment(service, { reference_id: 'shared' }, { key: other.testKey });
    expect(payment.reference_id).toBe('shared');
  });

  it('lets the other environment use the same reference', async () => {
    const { payment_id } = await createPayment(service, { reference_id: 'both' });
    await forcePayment(service, payment_id, { environment: 'live' });
    expect((await createPayment(service, { reference_id: 'both' })).reference_id).toBe('both');
  });

  it('lets any number of payments have none', async () => {
    for (let i = 0; i < 3; i++) expect((await createPayment(service)).reference_id).toBeNull();
  });

  it('does not use up the reference of a request that was refused', async () => {
    const body = { ...minimal, reference_id: 'retried', checkout_options: 5 };
    await expectRefused(service, body, { code: 'INVALID_PARAMETER', field: 'checkout_options' });
    expect((await createPayment(service, { reference_id: 'retried' })).reference_id).toBe('retried');
  });

  it.each(['USD', 'EUR', 'GBP', 'CAD', 'AUD'])(
    '4.09 %s answers the conflict and creates nothing',
    async (currency) => {
      await expectRefused(service, { amount: '4.09', currency }, duplicate);
      await expectRefused(service, { amount: '4.09', currency, reference_id: 'never-used' }, duplicate);
      await expectRefused(service, { amount: '4.09', currency, reference_id: 'never-used' }, duplicate);
    },
  );
});
