import { describe, expect, it } from 'vitest';
import { createIds, firstIdAt, isId } from './ids.ts';
import { createRandom } from './random.ts';

const startMs = Date.parse('2026-03-01T12:00:00.000Z');

function idsAt(clock: { ms: number }) {
  return createIds(() => clock.ms, createRandom());
}

describe('createIds', () => {
  it('returns a prefix and 26 characters of lowercase Crockford base32', () => {
    const ids = idsAt({ ms: startMs });
    for (const prefix of ['pay', 'evt', 'dep', 'req'] as const) {
      expect(ids.next(prefix)).toMatch(new RegExp(`^${prefix}_[0-9abcdefghjkmnpqrstvwxyz]{26}$`));
    }
  });

  it('sorts strictly by creation, even for thousands within one millisecond', () => {
    const ids = idsAt({ ms: startMs });
    const made = Array.from({ length: 5000 }, () => ids.next('pay'));
    expect(made).toEqual([...made].sort());
    expect(new Set(made).size).toBe(5000);
  });

  it('uses the time it was given, also when that is earlier than before', () => {
    const ids = idsAt({ ms: startMs });
    ids.next('pay');
    const earlier = ids.next('pay', new Date(startMs - 60_000));
    expect(earlier >= firstIdAt('pay', startMs - 60_000)).toBe(true);
    expect(earlier < firstIdAt('pay', startMs - 59_999)).toBe(true);
  });

  it('cannot be guessed: two generators at the same time share only the time part', () => {
    const made = Array.from({ length: 200 }, () => idsAt({ ms: startMs }).next('pay').slice(-13));
    expect(new Set(made).size).toBe(200);
  });
});

describe('firstIdAt', () => {
  it('sorts after ids of the previous millisecond and before ids of its own', () => {
    const clock = { ms: startMs - 1 };
    const ids = idsAt(clock);
    const before = ids.next('pay');
    clock.ms = startMs;
    const at = ids.next('pay');
    expect(before < firstIdAt('pay', startMs)).toBe(true);
    expect(at >= firstIdAt('pay', startMs)).toBe(true);
    expect(at < firstIdAt('pay', startMs + 1)).toBe(true);
  });

  it.each([-1, Number.MIN_SAFE_INTEGER, 8.64e15])(
    'is a valid id even for %d ms, which is out of range',
    (ms) => {
      expect(isId('pay', firstIdAt('pay', ms))).toBe(true);
    },
  );
});

describe('isId', () => {
  const good = `pay_${'0'.repeat(26)}`;

  it('accepts generated ids', () => {
    expect(isId('pay', good)).toBe(true);
    expect(isId('pay', idsAt({ ms: startMs }).next('pay'))).toBe(true);
  });

  it.each([
    ['another prefix', `evt_${'0'.repeat(26)}`],
    ['no prefix', '0'.repeat(26)],
    ['one character less', good.slice(0, -1)],
    ['one character more', `${good}0`],
    ['upper case', `pay_${'A'.repeat(26)}`],
    ['i, l, o or u', `pay_${'i'.repeat(26)}`],
    ['a line break at the end', `${good.slice(0, -1)}\n`],
    ['NUL', `${good.slice(0, -1)}\0`],
    ['an empty string', ''],
  ])('rejects %s', (_name, text) => {
    expect(isId('pay', text)).toBe(false);
  });
});
