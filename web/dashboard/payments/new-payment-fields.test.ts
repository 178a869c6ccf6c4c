import { expect, it } from 'vitest';
import { blankPayment, newPaymentBody } from './new-payment-fields.ts';

it('sends only the fields that were filled in', () => {
  expect(newPaymentBody({ ...blankPayment, amount: ' 25.00 ', description: 'Two tickets' })).toEqual({
    amount: '25.00',
    currency: 'USD',
    description: 'Two tickets',
    expiration_minutes: 1440,
  });
});

it('sends invalid input as typed, so that the API can report it', () => {
  const fields = { ...blankPayment, amount: '12,50', expiration_minutes: 'a day' };
  expect(newPaymentBody(fields)).toMatchObject({ amount: '12,50', expiration_minutes: 'a day' });
});

it('sends metadata', () => {
  const metadata = [{ id: 'pair-1', key: 'order', value: '7' }];
  expect(newPaymentBody({ ...blankPayment, metadata })).toMatchObject({ metadata: { order: '7' } });
});

it('sends the language and the payment options in their API fields', () => {
  const fields = { ...blankPayment, locale: 'de', accepted_chains: ['base'], accepted_tokens: ['USDC'] };
  expect(newPaymentBody(fields)).toMatchObject({
    checkout_options: { locale: 'de' },
    accepted_chains: ['base'],
    accepted_tokens: ['USDC'],
  });
});
