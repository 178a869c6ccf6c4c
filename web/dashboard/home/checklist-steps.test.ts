import { expect, it } from 'vitest';
import { stepsOf } from './checklist-steps.ts';

const nothing = {
  has_key: false,
  has_test_payment: false,
  has_endpoint: false,
  has_live_key: false,
  has_live_endpoint: false,
  has_payout_wallet: false,
  has_live_payment: false,
  live_chains: 'none',
  hidden: false,
} as const;

it('every step that is not done says what to do, and where', () => {
  for (const live_chains of ['none', 'no_wallet', 'not_working'] as const) {
    const steps = stepsOf({ ...nothing, live_chains }, true);
    expect(steps.filter(({ done }) => done)).toEqual([]);
    for (const { text, to } of steps)
      expect([text.length > 10, to]).toEqual([true, expect.stringMatching(/^\//)]);
  }
});

it.each([
  ['none', undefined],
  ['no_wallet', 'causeway wallet create'],
  ['not_working', 'causeway chains check'],
] as const)('the operator is told what to run: %s', (live_chains, command) => {
  const step = stepsOf({ ...nothing, live_chains }, true).find(
    ({ title }) => title === 'Turn on a live chain',
  );
  expect([step?.command, step?.done]).toEqual([command, false]);
});

it('all steps can be done', () => {
  const flags = Object.fromEntries(Object.keys(nothing).map((name) => [name, true]));
  const all = { ...nothing, ...flags, live_chains: 'working' } as const;
  expect(stepsOf(all, true).filter(({ done }) => !done)).toEqual([]);
});

it('what the operator has to do is not asked of anybody else', () => {
  expect(stepsOf(nothing, false).map(({ title }) => title)).not.toContain('Turn on a live chain');
  expect(stepsOf(nothing, false).some(({ command }) => command)).toBe(false);
});
