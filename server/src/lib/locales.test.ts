import { describe, expect, it } from 'vitest';
import { preferredLocale } from './locales.ts';

describe('preferredLocale', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['zh-Hant-TW, en;q=0.5', 'zh'],
    ['pt-BR,pt;q=0.9,es;q=0.8', 'es'],
    ['en;q=0.1, ja;q=0.9', 'ja'],
    ['fr;q=0, ko', 'ko'],
    ['fr;q=x, ;;;, =', 'en'],
    [`${'x,'.repeat(10_000)}de`, 'en'],
  ])('%s: %s', (header, locale) => {
    expect(preferredLocale(header)).toBe(locale);
  });
});
