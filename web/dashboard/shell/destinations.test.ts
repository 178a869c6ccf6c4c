import { expect, it } from 'vitest';
import { idDestination, pageDestinations } from './destinations.ts';

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

it('pages are found by a part of their name, and only those that the member may see', () => {
  const found = (text: string, permission: boolean) =>
    pageDestinations(text, (item) => permission || item.permission === undefined).map(({ to }) => to);
  expect(found('webh', true)).toEqual(['/developers/webhooks']);
  expect(found('audit', true)).toEqual(['/settings/audit']);
  expect(found('audit', false)).toEqual([]);
});
