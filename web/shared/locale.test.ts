import { describe, expect, it } from 'vitest';
import { chooseLocale, intlTag } from './locale.ts';

describe('choosing the language', () => {
  it("takes the customer's own choice before everything", () => {
    expect(chooseLocale('ko', 'de', ['fr-FR'])).toBe('ko');
  });

  it("takes the payment's locale before the browser's", () => {
    expect(chooseLocale(null, 'de', ['fr-FR'])).toBe('de');
  });

  it("takes the first of the browser's languages that the page speaks", () => {
    expect(chooseLocale(null, null, ['pt-BR', 'zh-TW', 'en'])).toBe('zh');
  });

  it('ignores a remembered value that is no language of the page', () => {
    expect(chooseLocale('constructor', null, ['pt'])).toBe('en');
  });
});

describe('the tag for amounts and times', () => {
  it("is the browser's region when it speaks the language of the page", () => {
    expect(intlTag('en', ['de-DE', 'en-GB'])).toBe('en-GB');
  });

  it('is the language alone otherwise', () => {
    expect(intlTag('ja', ['de-DE', 'en-GB'])).toBe('ja');
  });
});
