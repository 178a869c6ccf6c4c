import { expect, it } from 'vitest';
import { sources } from './pages.ts';

it('the navigation lists each page once', () => {
  const slugs = sources.map(({ slug }) => slug);
  expect(slugs.filter((slug, index) => slugs.indexOf(slug) !== index)).toEqual([]);
});
