import { expect, it } from 'vitest';
import type { Button } from '../shared/api/types.ts';
import { shownStatus } from './kinds.ts';
import { blankLink, buttonBody, buttonChanges, fieldsOf, paymentLinkBody } from './link-fields.ts';

const amounts = { amount: '5', minimum_amount: '1.00', maximum_amount: '9.00', suggested_amount: '2.00' };

it('sends the amounts of the chosen pricing only', () => {
  const fields = { ...blankLink, name: ' Coffee ', ...amounts };
  expect(paymentLinkBody(fields)).toEqual({ name: 'Coffee', currency: 'USD', amount: '5' });
  const { amount: _, ...free } = amounts;
  expect(paymentLinkBody({ ...fields, pricing: 'free' })).toEqual({
    name: 'Coffee',
    currency: 'USD',
    ...free,
  });
});

it('sends numbers and the end as the API takes them, and invalid input as typed', () => {
  const fields = { ...blankLink, max_payments: '20', expires_at: '2030-01-02T03:04' };
  expect(paymentLinkBody(fields)).toMatchObject({
    max_payments: 20,
    expires_at: new Date('2030-01-02T03:04').toISOString(),
  });
  const wrong = { ...blankLink, max_payments: 'many', expires_at: 'soon', expiration_minutes: '1.5' };
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

const button: Button = {
  button_id: 'btn_1',
  status: 'active',
  name: 'Tea',
  amount: '5.00',
  currency: 'EUR',
  description: 'Green',
  redirect_url: null,
  cancel_url: null,
  expiration_minutes: 60,
  accepted_chains: ['base', 'polygon'],
  accepted_tokens: ['USDC'],
  metadata: {},
  created_at: '',
  updated_at: '',
};

it('of a button leaves out empty fields and sends invalid input as typed', () => {
  const sent = JSON.parse(JSON.stringify(buttonBody({ ...blankLink, name: ' Tea ', amount: '5,00' })));
  expect(sent).toEqual({ name: 'Tea', amount: '5,00', currency: 'USD' });
  expect(buttonBody({ ...blankLink, expiration_minutes: 'soon' })['expiration_minutes']).toBe('soon');
});

it('of a button sends changed fields, and null for cleared ones', () => {
  const before = fieldsOf(button, { chains: 2, tokens: 9 });
  expect(before.accepted_chains).toEqual([]);
  const after = { ...before, amount: '6.00', description: '', accepted_tokens: [], expiration_minutes: '30' };
  expect(buttonChanges(before, after)).toEqual({
    amount: '6.00',
    description: null,
    accepted_tokens: null,
    expiration_minutes: 30,
  });
  expect(buttonChanges(before, before)).toEqual({});
  const labelled = fieldsOf({ ...button, metadata: { order: 7 } }, { chains: 2, tokens: 9 });
  expect(buttonChanges(labelled, labelled)).toEqual({});
  expect(buttonChanges(labelled, { ...labelled, metadata: [] })).toEqual({ metadata: null });
});
