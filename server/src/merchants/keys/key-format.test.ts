import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../lib/random.ts';
import { generateKey, hashKey, isWellFormedKey } from './key-format.ts';

const random = createRandom();
const kinds = [
  ['test', 'secret', 'svc_test_'],
  ['live', 'secret', 'svc_live_'],
  ['test', 'publishable', 'svc_pub_test_'],
  ['live', 'publishable', 'svc_pub_live_'],
] as const;

describe('API key format', () => {
  it.each(kinds)(
    'a %s %s key is %s + 32 base62 characters + a 6-character checksum',
    (environment, kind, prefix) => {
      const key = generateKey(random, environment, kind);
      expect(key).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{38}$`));
      expect(isWellFormedKey(key)).toBe(true);
    },
  );

  it('keys are unique', () => {
    const keys = Array.from({ length: 1000 }, () => generateKey(random, 'test', 'secret'));
    expect(new Set(keys).size).toBe(1000);
  });

  it('uses all 62 characters evenly', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 2000; i++) {
      const secret = generateKey(random, 'test', 'secret').slice('svc_test_'.length, -6);
      for (const char of secret) counts.set(char, (counts.get(char) ?? 0) + 1);
    }
    // 64,000 draws over 62 characters: 1032 each, with a standard deviation of 32.
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - 1032)).toBeLessThan(230);
  });

  it('bytes of 248 and above are redrawn, so the distribution is uniform', () => {
    let calls = 0;
    const bytes = (count: number) => new Uint8Array(count).fill(calls++ === 0 ? 255 : 61);
    const key = generateKey({ bytes, between: () => 0 }, 'test', 'secret');
    expect(key.slice('svc_test_'.length, -6)).toBe('z'.repeat(32));
    expect(calls).toBe(2);
  });

  it('the checksum detects any single wrong character', () => {
    const key = generateKey(random, 'live', 'secret');
    for (let at = 0; at < key.length; at++) {
      const wrong = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
      expect(isWellFormedKey(wrong), wrong).toBe(false);
    }
  });

  it('changing the prefix does not turn a key into one of the other environment or kind', () => {
    const key = generateKey(random, 'test', 'secret');
    expect(isWellFormedKey(key.replace('svc_test_', 'svc_live_'))).toBe(false);
    expect(isWellFormedKey(key.replace('svc_test_', 'svc_pub_test_'))).toBe(false);
  });

  it('rejects keys with extra, missing or changed characters', () => {
    const key = generateKey(random, 'test', 'secret');
    for (const text of [
      ` ${key}`,
      `${key} `,
      `${key}\n`,
      `${key}x`,
      key.slice(0, -1),
      key.toUpperCase(),
      '',
    ]) {
      expect(isWellFormedKey(text), JSON.stringify(text)).toBe(false);
    }
  });

  it('rejects arbitrary text', () => {
    fc.assert(
      fc.property(fc.string(), fc.stringMatching(/^svc_(test|live)_[0-9A-Za-z]{38}$/), (text, lookalike) => {
        expect(isWellFormedKey(text)).toBe(false);
        expect(isWellFormedKey(lookalike)).toBe(false);
      }),
    );
  });

  it('the stored hash is SHA-256', () => {
    expect(hashKey('abc').toString('hex')).toBe(createHash('sha256').update('abc').digest('hex'));
  });
});
