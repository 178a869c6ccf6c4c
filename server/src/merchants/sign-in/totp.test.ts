import { describe, expect, it } from 'vitest';
import { createRandom } from '../../lib/random.ts';
import {
  codeAt,
  encodeBase32,
  generateRecoveryCodes,
  generateTotpSecret,
  matchingStep,
  otpauthUrl,
  plainRecoveryCode,
  stepAt,
} from './totp.ts';

/** Test vectors of RFC 6238, appendix B: this secret, eight digits. */
const secret = encodeBase32(Buffer.from('12345678901234567890'));

describe('codes', () => {
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('match the RFC at %i seconds', (seconds, code) => {
    expect(codeAt(secret, stepAt(seconds * 1000), 8)).toBe(code);
    expect(codeAt(secret, stepAt(seconds * 1000))).toBe(code.slice(-6));
  });

  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('base32 of %j matches RFC 4648', (text, encoded) => {
    expect(encodeBase32(Buffer.from(text))).toBe(encoded);
  });

  it('one step early or late is accepted, two are not', () => {
    const now = 1_700_000_000_000;
    const taken = [-2, -1, 0, 1, 2].map((away) =>
      matchingStep(secret, codeAt(secret, stepAt(now) + away), now),
    );
    expect(taken).toEqual([null, stepAt(now) - 1, stepAt(now), stepAt(now) + 1, null]);
  });

  it.each(['', '12345', '1234567', 'abcdef', '日本語日本語', ' '])('rejects %j', (code) => {
    expect(matchingStep(secret, code, 1_700_000_000_000)).toBeNull();
  });

  it('ignores spaces in a code', () => {
    const code = codeAt(secret, stepAt(59_000));
    expect(matchingStep(secret, `${code.slice(0, 3)} ${code.slice(3)}`, 59_000)).toBe(1);
  });
});

describe('secrets', () => {
  it('have 160 bits, as the RFC recommends', () => {
    expect(generateTotpSecret(createRandom())).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('are passed to apps in a URL with account and issuer', () => {
    expect(otpauthUrl('ABC', 'Corner Shop', 'a+b@example.com')).toBe(
      'otpauth://totp/Corner%20Shop:a%2Bb%40example.com?secret=ABC&issuer=Corner%20Shop&algorithm=SHA1&digits=6&period=30',
    );
  });

  it('come with ten distinct recovery codes', () => {
    const codes = generateRecoveryCodes(createRandom());
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    expect(plainRecoveryCode(' ABCD efgh-2345 6772 ')).toBe('abcdefgh23456772');
  });
});
