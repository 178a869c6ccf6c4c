import { expect, it } from 'vitest';
import { chainState } from './chain-state.ts';

const now = Date.parse('2026-11-16T12:00:00.000Z');
const ago = (seconds: number) => new Date(now - seconds * 1000);
const read = { halted_at: null, answered_at: ago(5), is_watched: true, block_time: ago(10) };

it.each([
  ['working', read, false],
  ['working', { ...read, block_time: ago(60) }, false],
  ['behind', { ...read, block_time: ago(62) }, false],
  ['behind', { ...read, block_time: null }, false],
  ['idle', { ...read, is_watched: false, block_time: ago(86_400) }, false],
  ['silent', { ...read, answered_at: ago(121) }, false],
  ['silent', { ...read, answered_at: null, is_watched: false }, false],
  ['off', read, true],
  ['off', { ...read, answered_at: null }, true],
  ['halted', { ...read, halted_at: ago(1) }, true],
] as const)('a chain is %s: %o, off: %s', (state, row, isOff) => {
  expect(chainState(row, isOff, now)).toBe(state);
});
