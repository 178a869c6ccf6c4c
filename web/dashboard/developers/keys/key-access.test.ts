import { expect, it } from 'vitest';
import { keyAccess } from './key-access.ts';

it.each([
  [null, 'Full'],
  [['read'], 'Read only'],
  [['payments.read', 'events.read'], 'Read payments, events'],
  [['payments.write', 'refunds.read'], 'Write payments; read refunds'],
  [['read', 'payments.write', 'payments.simulate', 'webhooks.write'], 'Write payments, webhooks; read all'],
  [
    [
      'read',
      'payments.write',
      'refunds.write',
      'invoices.write',
      'buttons.write',
      'webhooks.write',
      'payouts.write',
    ],
    'Full',
  ],
])('a secret key with %j has the access "%s"', (permissions, text) => {
  expect(keyAccess({ kind: 'secret', permissions, any_address: false, strict: false })).toBe(text);
});

it('a publishable key is for buttons', () => {
  expect(keyAccess({ kind: 'publishable', permissions: null, any_address: false, strict: false })).toBe(
    'Buttons only',
  );
});

it('a key that may send money anywhere says so', () => {
  const key = { kind: 'secret', permissions: null, any_address: true, strict: false } as const;
  expect(keyAccess(key)).toBe('Full; any address');
});
