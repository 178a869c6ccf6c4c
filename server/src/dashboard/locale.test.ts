import { describe, expect, it } from 'vitest';
import { preferredLocale } from './locale.ts';

describe('the language of a mail', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['nl, fr;q=0.4, ja;q=0.6', 'ja'],
    ['zh-Hant-TW', 'zh'],
    ['es;q=0, ko', 'ko'],
    ['*', 'en'],
    [';;;,,,q=q=', 'en'],
    ['x'.repeat(10_000), 'en'],
  ])('of %j is %s', (header, locale) => {
    expect(preferredLocale(header)).toBe(locale);
  });
});
