import { expect, it } from 'vitest';
import { isPlainLine, isPlainText } from './plain-text.ts';

const scotland = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}';

it.each([
  'Northwind Co.',
  'Čapek & Søn',
  'می\u200cخواهم',
  'نشر\u200cی',
  'क्\u200dष, क्\u200cष',
  'ශ්\u200dරී',
  '👩‍💻',
  '👩🏽‍🚀',
  '❤️‍🔥',
  `Whisky ${scotland}`,
  '株式会社',
  '邉\u{e0100}',
  '',
])('takes %j', (text) => {
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

it.each(['\u200e', '\u200f', '\u00ad', '\u3164', '\uffa0', '\u115f', '\u2800', '\u{e0001}', '\u{e0041}'])(
  'refuses %j in names, which would look like others',
  (character) => {
    expect(isPlainLine(`Pay${character}Pal`)).toBe(false);
    expect(isPlainText(`Pay${character}Pal`)).toBe(true);
  },
);

it('refuses joiners in names where nothing is joined', () => {
  for (const joiner of ['\u200c', '\u200d']) {
    expect(isPlainLine(`Pay${joiner}Pal`)).toBe(false);
    expect(isPlainLine(`${joiner}Shop`)).toBe(false);
    expect(isPlainLine(`می${joiner}${joiner}خواهم`)).toBe(false);
    expect(isPlainLine(`株${joiner}式`)).toBe(false);
  }
});

it('refuses tags that are no flag', () => {
  expect(isPlainLine(`Shop${scotland.slice(2)}`)).toBe(false);
  expect(isPlainLine('🏴\u{e0067}\u{e0062}\u{e007f}')).toBe(false);
});

it('refuses line breaks in names only', () => {
  expect(isPlainLine('Shop\nYour account is locked')).toBe(false);
  expect(isPlainText('First line\r\n\tSecond')).toBe(true);
});
