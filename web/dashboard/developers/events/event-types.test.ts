import { expect, it } from 'vitest';
import type { Endpoint } from '../../shared/api/types.ts';
import { choose, eventsSummary, subjectOf } from './event-types.ts';

it('keeps the selection in display order, each type once', () => {
  const one = choose(['refund.failed'], ['payment.completed', 'payment.processing', 'refund.failed'], true);
  expect(one).toEqual(['payment.processing', 'payment.completed', 'refund.failed']);
  expect(choose(one, ['payment.processing', 'payment.completed'], false)).toEqual(['refund.failed']);
});

it('selecting a single type deselects "all events"', () => {
  expect(choose(['*'], ['invoice.paid'], true)).toEqual(['invoice.paid']);
});

it.each<[Endpoint['events'], string]>([
  [['*'], 'All events'],
  [['invoice.paid'], 'invoice.paid'],
  [['invoice.paid', 'invoice.expired'], '2 events'],
])('%j is shown as %s', (events, summary) => {
  expect(eventsSummary(events)).toBe(summary);
});

it.each([
  ['payment.failed', { payment_id: 'pay_1' }, { id: 'pay_1', to: '/payments/pay_1' }],
  ['invoice.paid', { invoice_id: 'inv_1', payment_id: 'pay_1' }, { id: 'inv_1', to: '/invoices/inv_1' }],
  ['refund.completed', { refund_id: 'ref_1', payment_id: 'pay_1' }, { id: 'ref_1', to: '/payments/pay_1' }],
  ['payment.failed', {}, null],
])('%s links to its resource', (type, data, subject) => {
  expect(subjectOf({ type, data })).toEqual(subject);
});
