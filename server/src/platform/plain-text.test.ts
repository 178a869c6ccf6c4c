import { expect, it } from 'vitest';
import { isPlainLine, isPlainText } from './plain-text.ts';

it.each(['Northwind Co.', 'نشر\u200cی', '👩‍💻', 'שלום\u200e (Ltd)', '株式会社', ''])('takes %j', (text) => {
  expect(isPlainLine(text)).toBe(true);
  expect(isPlainText(`${text}\n${text}`)).toBe(true);
});

it.each(['\u202a', '\u202e', '\u2066', '\u2069', '\u200b', '\u2060', '\ufeff', '\u0000', '\u0085', '\u2028'])(
  'refuses %j in names and in longer texts',
  (character) => {
    expect(isPlainLine(`Shop${character}gpj.exe`)).toBe(false);
    expect(isPlainText(`Shop${character}gpj.exe`)).toBe(false);
  },
);

it('refuses line breaks in names only', () => {
  expect(isPlainLine('Shop\nYour account is locked')).toBe(false);
  expect(isPlainText('First line\r\n\tSecond')).toBe(true);
});
