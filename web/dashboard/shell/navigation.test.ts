import { expect, it } from 'vitest';
import { isBelow, sectionOf } from './navigation.ts';

it.each([
  ['/', '/'],
  ['/payments/pay_01', '/payments'],
  ['/developers/webhooks/we_01', '/developers/webhooks'],
  ['/settings/security', '/settings/security'],
  ['/paymentsx', '/'],
])('%s belongs to %s', (path, section) => {
  expect(sectionOf(path)).toBe(section);
});

it('the home page is not a parent of other pages', () => {
  expect(isBelow('/payments', '/')).toBe(false);
});
