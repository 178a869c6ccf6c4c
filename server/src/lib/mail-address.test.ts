import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalMailAddress, parseMailbox } from './mail-address.ts';

describe('canonicalMailAddress', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['Ada.B+c@EXAMPLE.com', 'Ada.B+c@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['no-reply@localhost', 'no-reply@localhost'],
  ])('%s becomes %s', (text, expected) => {
    expect(canonicalMailAddress(text)).toBe(expected);
  });

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'a@b@c.example',
    'a..b@c.example',
    '.a@c.example',
    'a.@c.example',
    'a b@c.example',
    'a@c.example ',
    'a@c.example\n',
    'a@c.example,b@c.example',
    '"a"@c.example',
    'a@[1.2.3.4]',
    'a@-c.example',
    'a@c..example',
    `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(10)}.example`,
  ])('%j is not an address', (text) => {
    expect(canonicalMailAddress(text)).toBeNull();
  });

  it('never returns text that could end an SMTP command or add a second address', () => {
    const pieces = fc.constantFrom(
      'a',
      '@',
      '.',
      ',',
      ';',
      '<',
      '>',
      '"',
      '\r\n',
      ' ',
      'ü',
      '＠',
      '。',
      ':',
      '(',
      '\\',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: pieces })), (text) => {
        const address = canonicalMailAddress(text);
        if (address === null) return;
        expect(address).toMatch(/^[^\s\p{Cc}<>"(),:;\\[\]@]+@[a-z0-9.-]+$/u);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('parseMailbox', () => {
  it('reads a name with or without quotes', () => {
    expect(parseMailbox('Shop <a@b.example>')).toEqual({ name: 'Shop', address: 'a@b.example' });
    expect(parseMailbox('"Shop, Inc." <a@b.example>')).toEqual({
      name: 'Shop, Inc.',
      address: 'a@b.example',
    });
    expect(parseMailbox('a@b.example')).toEqual({ name: null, address: 'a@b.example' });
  });
});
