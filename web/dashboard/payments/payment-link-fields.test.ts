import { expect, it } from 'vitest';
import { blankPaymentLink, paymentLinkBody } from './payment-link-fields.ts';

it('sends what was filled in, and nothing else', () => {
  expect(paymentLinkBody({ ...blankPaymentLink, amount: ' 25.00 ', description: 'Two tickets' })).toEqual({
    amount: '25.00',
    currency: 'USD',
    description: 'Two tickets',
    expiration_minutes: 1440,
  });
});

it('sends what cannot be read as it was typed, so that the API can say what is wrong', () => {
  const fields = { ...blankPaymentLink, amount: '12,50', expiration_minutes: 'a day' };
  expect(paymentLinkBody(fields)).toMatchObject({ amount: '12,50', expiration_minutes: 'a day' });
});

it('sends metadata where there is some', () => {
  const metadata = [{ id: 'pair-1', key: 'order', value: '7' }];
  expect(paymentLinkBody({ ...blankPaymentLink, metadata })).toMatchObject({ metadata: { order: '7' } });
});

it('sends a language and choices where the API has them', () => {
  const fields = { ...blankPaymentLink, locale: 'de', accepted_chains: ['base'], accepted_tokens: ['USDC'] };
  expect(paymentLinkBody(fields)).toMatchObject({
    checkout_options: { locale: 'de' },
    accepted_chains: ['base'],
    accepted_tokens: ['USDC'],
  });
});
