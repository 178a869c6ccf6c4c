import { expect, it } from 'vitest';
import { blankPaymentLink, paymentLinkBody } from './payment-link-fields.ts';
import { shownStatus } from './shown-status.ts';

const amounts = { amount: '5', minimum_amount: '1.00', maximum_amount: '9.00', suggested_amount: '2.00' };

it('sends the amounts of the chosen kind only', () => {
  const fields = { ...blankPaymentLink, name: ' Coffee ', ...amounts };
  expect(paymentLinkBody(fields)).toEqual({ name: 'Coffee', currency: 'USD', amount: '5' });
  const { amount: _, ...free } = amounts;
  expect(paymentLinkBody({ ...fields, kind: 'free' })).toEqual({ name: 'Coffee', currency: 'USD', ...free });
});

it('sends numbers and the end as the API takes them, and invalid input as typed', () => {
  const fields = { ...blankPaymentLink, max_payments: '20', expires_at: '2030-01-02T03:04' };
  expect(paymentLinkBody(fields)).toMatchObject({
    max_payments: 20,
    expires_at: new Date('2030-01-02T03:04').toISOString(),
  });
  const wrong = { ...blankPaymentLink, max_payments: 'many', expires_at: 'soon', expiration_minutes: '1.5' };
  expect(paymentLinkBody(wrong)).toMatchObject({
    max_payments: 'many',
    expires_at: 'soon',
    expiration_minutes: '1.5',
  });
});

it('shows an active link as expired from its end on', () => {
  const link = { status: 'active', expires_at: '2030-01-01T00:00:00.000Z' } as const;
  const end = Date.parse(link.expires_at);
  const shown = (nowMs: number, status: 'active' | 'inactive' = 'active') =>
    shownStatus({ ...link, status }, nowMs);
  expect([shown(end - 1), shown(end), shown(end, 'inactive')]).toEqual(['active', 'expired', 'inactive']);
});
