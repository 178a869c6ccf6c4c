import { expect, it } from 'vitest';
import type { Attention } from '../shared/api/types.ts';
import { attentionItems, isOnlyPassword } from './attention-items.ts';

const nothing: Attention = {
  chains: [],
  approvals: 0,
  unapplied: 0,
  waiting_refunds: 0,
  failed_payouts: 0,
  failing_endpoints: 0,
};
const texts = (attention: Partial<Attention>) =>
  attentionItems({ ...nothing, ...attention }, (chain) => chain.toUpperCase(), { onlyPassword: false }).map(
    ({ text }) => text,
  );

it('is empty when nothing is wrong', () => {
  expect(texts({})).toEqual([]);
});

it('begins with what keeps customers from paying', () => {
  const wrong = {
    unapplied: 8,
    failed_payouts: 1,
    chains: [{ chain: 'base', state: 'off', payouts_stopped: false }],
  } as const;
  expect(texts({ ...wrong, chains: [...wrong.chains] })).toEqual([
    'BASE is off. Customers cannot pay there.',
    'The last payout of 1 balance failed.',
    '8 amounts of unapplied money wait for your decision.',
  ]);
});

it('tells of stopped payouts, also of a chain that works', () => {
  expect(texts({ chains: [{ chain: 'base', state: 'working', payouts_stopped: true }] })).toEqual([
    'BASE has its payouts stopped: less is there than the ledger says.',
  ]);
  expect(texts({ chains: [{ chain: 'base', state: 'behind', payouts_stopped: true }] })).toHaveLength(2);
});

it('counts one as one, and many as many', () => {
  expect(texts({ approvals: 1, waiting_refunds: 1, failing_endpoints: 100 })).toEqual([
    '1 request waits for a second member’s approval.',
    '1 refund waits for an address or for your balance.',
    '99+ webhook endpoints fail.',
  ]);
});

it('asks an owner with nothing but a password for more, where live money is', () => {
  const [asked] = attentionItems(nothing, (chain) => chain, { onlyPassword: true });
  expect(asked).toMatchObject({ to: '/settings/security', action: 'Set up' });
  const owner = {
    member_id: 'mem_1',
    email: 'ada@example.com',
    role: 'owner',
    status: 'active',
    totp_enabled: false,
    passkeys: 0,
    last_seen_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
  } as const;
  expect(isOnlyPassword(owner, 'live')).toBe(true);
  expect(isOnlyPassword(owner, 'test')).toBe(false);
  for (const better of [{ passkeys: 1 }, { totp_enabled: true }, { role: 'finance' as const }])
    expect(isOnlyPassword({ ...owner, ...better }, 'live')).toBe(false);
});
