import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactedBody } from './redaction.ts';

const kept = (body: unknown) => JSON.parse(redactedBody(JSON.stringify(body)));

describe('a kept body', () => {
  it.each([
    [
      { amount: '10.00', token: 'USDC' },
      { amount: '10.00', token: 'USDC' },
    ],
    [{ customer_email: 'ada@example.com' }, { customer_email: '[redacted]' }],
    [{ memo: 'Write to ada@example.com soon' }, { memo: 'Write to [redacted] soon' }],
    [{ memo: 'say "hi" to\nada@example.com\t"now"' }, { memo: 'say "hi" to\n[redacted]\t"now"' }],
    [{ url: 'https://user:pass@shop.example/hook' }, { url: '[redacted]' }],
    [{ secret: `whsec_${'Aa0+/'.repeat(8)}=` }, { secret: '[redacted]' }],
    [{ note: `key svc_live_${'a1'.repeat(19)}.` }, { note: 'key [redacted].' }],
    [{ metadata: { Api_Key: 'x"y', order: 1 } }, { metadata: { Api_Key: '[redacted]', order: 1 } }],
    [{ claim_url: 'https://pay.example/refunds/claim/abc' }, { claim_url: '[redacted]' }],
    [{ metadata: { smtpPassword: 'hunter2' } }, { metadata: { smtpPassword: '[redacted]' } }],
  ])('of %j', (body, expected) => {
    expect(kept(body)).toEqual(expected);
  });

  it('is not one that is too long', () => {
    expect(redactedBody(JSON.stringify({ memo: 'x'.repeat(9000) }))).toBe('[not kept: 9011 characters]');
  });

  it('stays JSON, without e-mail addresses and keys, whatever they are in', () => {
    const secret = fc.constantFrom('ada@example.com', `svc_test_${'Z9'.repeat(19)}`, 'whsec_c2VjcmV0');
    const text = fc.tuple(fc.string(), secret, fc.string()).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), text), (body) => {
        const result = redactedBody(JSON.stringify(body));
        expect(result).not.toMatch(/ada@|Z9Z9|c2VjcmV0/);
        expect(() => JSON.parse(result)).not.toThrow();
      }),
    );
  });
});
