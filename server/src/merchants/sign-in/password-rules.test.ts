import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/errors.ts';
import { assertStrongPassword } from './password-rules.ts';

const check = (password: string) => () =>
  assertStrongPassword(password, 'ada.lovelace@example.com', 'password');

describe('assertStrongPassword', () => {
  it.each([
    'tr1cky-Horse',
    'ten chars!',
    '日本語のパスワードです',
    `${'x'.repeat(100)}abc`,
    `abcd${'e'.repeat(196)}`,
  ])('%s is accepted', (password) => {
    expect(check(password)).not.toThrow();
  });

  it.each([
    ['too short', 'nine char'],
    ['too short in characters, though not in bytes', '日本語のパスワ'],
    ['too long', `abcd${'e'.repeat(197)}`],
    ['common', 'password123'],
    ['common, in another case', 'PassWord123'],
    ['one repeated letter', 'aaaaaaaaaaaaaa'],
    ['two alternating letters', 'abababababab'],
    ['the address', 'Ada.Lovelace@Example.com'],
    ['the local part of the address', 'ada.lovelace'],
    ['a sequence of digits', '1234567890'],
  ])('rejects a password that is %s, without repeating it', (_, password) => {
    expect(check(password)).toThrow(ApiError);
    try {
      check(password)();
    } catch (error) {
      const { code, details, message } = error as ApiError;
      expect(code).toBe('WEAK_PASSWORD');
      expect(details?.field).toBe('password');
      expect(JSON.stringify({ details, message })).not.toContain(password);
    }
  });
});
