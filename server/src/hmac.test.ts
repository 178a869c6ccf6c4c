import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hmac, hmacKey } from './hmac.ts';

describe('HMAC-SHA256', () => {
  it.each([
    // RFC 4231, test cases 1, 2 and 6: keys shorter and longer than a block.
    [Buffer.alloc(20, 0x0b), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      Buffer.from('Jefe'),
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      Buffer.alloc(131, 0xaa),
      'Test Using Larger Than Block-Size Key - Hash Key First',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('matches the RFC 4231 test vectors', (secret, text, expected) => {
    expect(hmac(hmacKey(secret), '', Buffer.from(text), 'hex')).toBe(expected);
  });

  it('matches Node.js for any key, prefix and body, also when a key is reused', () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));
    const text = fc.string({ unit: 'binary', maxLength: 100 }).map((value) => value.toWellFormed());
    fc.assert(
      fc.property(bytes, fc.array(fc.tuple(text, bytes), { maxLength: 4 }), (secret, messages) => {
        const key = hmacKey(secret);
        for (const [prefix, body] of messages) {
          const expected = createHmac('sha256', secret).update(prefix).update(body).digest();
          expect(hmac(key, prefix, body, 'hex')).toBe(expected.toString('hex'));
          expect(hmac(key, prefix, body, 'base64')).toBe(expected.toString('base64'));
        }
      }),
    );
  });

  it('works for bodies of any size, also a small one after a large one', () => {
    const secret = Buffer.from('secret');
    const key = hmacKey(secret);
    for (const size of [0, 1, 63, 64, 65, 16_319, 16_320, 16_321, 1_000_000, 5]) {
      const body = Buffer.alloc(size, 'x');
      const expected = createHmac('sha256', secret).update('é.').update(body).digest('hex');
      expect(hmac(key, 'é.', body, 'hex')).toBe(expected);
    }
  });
});
