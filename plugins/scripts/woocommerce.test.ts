import { expect, it } from 'vitest';
import { englishTexts, languages, textsOf } from './woocommerce.ts';

const placeholders = (text: string) => [...text.matchAll(/%(\d\$)?s/g)].map(([one]) => one).sort();

it.each(languages)('every text is in %s, with its placeholders', (language) => {
  const texts = textsOf(language);
  expect(Object.keys(texts)).toEqual(englishTexts());
  for (const [english, text] of Object.entries(texts)) {
    expect(text).not.toBe('');
    expect(placeholders(text), english).toEqual(placeholders(english));
  }
});
