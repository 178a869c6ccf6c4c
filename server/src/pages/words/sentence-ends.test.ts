import { expect, it } from 'vitest';
import { locales } from '../../lib/locales.ts';
import { wordsOf } from '../../messages/email/translations/languages.ts';
import { claimWordsOf } from './words.ts';

it.each(locales)('a sentence that ends with the name of a shop ends with one period: %s', (locale) => {
  const shop = 'Northwind Paper Co.';
  const { questions, footer } = wordsOf(locale);
  const sentences = [questions.noReply(shop), footer(shop, 'Causeway'), claimWordsOf(locale).failed(shop)];
  for (const sentence of sentences) expect(sentence).not.toMatch(/\.[.。]/);
});
