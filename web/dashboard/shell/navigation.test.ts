import { expect, it } from 'vitest';
import { pageSkeleton } from '../../../server/src/dashboard/page-skeleton.ts';
import { isBelow, navigation, sectionOf } from './navigation.ts';

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

it('the skeleton shows the same entries in the same groups, so that nothing moves when the page is there', () => {
  const shown = [...pageSkeleton('').matchAll(/<p>(.*?)<\/p>/g)].map(([, group = '']) =>
    [...group.matchAll(/<span>(.*?)<\/span>/g)].map(([, label]) => label),
  );
  const groups: string[][] = [];
  for (const { label, startsGroup } of navigation) {
    if (startsGroup || groups.length === 0) groups.push([]);
    groups.at(-1)?.push(label);
  }
  expect(shown).toEqual(groups);
});
