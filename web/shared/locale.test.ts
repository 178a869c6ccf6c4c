import { describe, expect, it } from 'vitest';
import { chooseLocale, intlTag } from './locale.ts';

describe('choosing the language', () => {
  it("takes the customer's choice first", () => {
    expect(chooseLocale('ko', 'de', ['fr-FR'])).toBe('ko');
  });

  it("takes the payment's locale before the browser's languages", () => {
    expect(chooseLocale(null, 'de', ['fr-FR'])).toBe('de');
  });

  it('takes the first supported language of the browser', () => {
    expect(chooseLocale(null, null, ['pt-BR', 'zh-TW', 'en'])).toBe('zh');
  });

  it('ignores a stored value that is not a supported language', () => {
    expect(chooseLocale('constructor', null, ['pt'])).toBe('en');
  });
});

describe('the tag for amounts and times', () => {
  it("has the browser's region for the page's language", () => {
    expect(intlTag('en', ['de-DE', 'en-GB'])).toBe('en-GB');
  });

  it('has no region when the browser lists no such language', () => {
    expect(intlTag('ja', ['de-DE', 'en-GB'])).toBe('ja');
  });
});
