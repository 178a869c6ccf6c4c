import { expect, it } from 'vitest';
import { foundDestinations, idDestination, pageDestinations } from './destinations.ts';

const id = '01m7j8zjva0004q4sc5nk9cr71';

it.each([
  [`pay_${id}`, `/payments/pay_${id}`],
  [` INV_${id} `, `/invoices/inv_${id}`],
  [`evt_${id}`, `/developers/events/evt_${id}`],
])('%s leads to %s', (text, to) => {
  expect(idDestination(text)?.to).toBe(to);
});

it.each(['pay_01m7', 'ada@example.com', `ref_${id}`, 'pay_../../settings'])(
  '%s is not a whole id',
  (text) => {
    expect(idDestination(text)).toBeNull();
  },
);

it('a refund leads to its payment and an invoice to its own page, with amount, name and status', () => {
  const money = { amount: '12.50', currency: 'USD', status: 'completed', customer_email: null };
  const found = foundDestinations({
    payments: [],
    refunds: [{ ...money, refund_id: `ref_${id}`, payment_id: `pay_${id}` }],
    invoices: [{ ...money, status: 'open', invoice_id: `inv_${id}`, invoice_number: 'INV-000001' }],
  });
  expect(found.map(({ to, label, kind }) => [to, label, kind])).toEqual([
    [`/payments/pay_${id}`, `$12.50 · ref_${id}`, 'Refund, completed'],
    [`/invoices/inv_${id}`, '$12.50 · INV-000001', 'Invoice, open'],
  ]);
});

it('pages are found by a part of their name, and only those that the member may see', () => {
  const found = (text: string, permission: boolean) =>
    pageDestinations(text, (item) => permission || item.permission === undefined).map(({ to }) => to);
  expect(found('webh', true)).toEqual(['/developers/webhooks']);
  expect(found('audit', true)).toEqual(['/settings/audit']);
  expect(found('audit', false)).toEqual([]);
});
