import { describe, expect, it } from 'vitest';
import { alike, judge, type Opinion } from './second-node.ts';

const arrival = { block: '0xaa', number: 7, what: 'transaction 0x01' };
const says = (host: string, shows: boolean | null, isCertain = true): Opinion => ({
  host,
  shows,
  block: '0xaa',
  isCertain,
});

describe('what two nodes say of money', () => {
  it.each([
    ['two hosts show it', [says('a', true), says('b', true)], 'confirmed'],
    ['one host shows it by two ports', [says('a:1', true), says('a:2', true)], 'unknown'],
    ['one shows it and the other does not know the block', [says('a', true), says('b', null)], 'unknown'],
    ['one shows it and the other denies it', [says('a', true), says('b', false)], 'denied'],
    ['both deny it for certain', [says('a', false), says('b', false)], 'invented'],
    [
      'both answer without it, which an index that is behind does too',
      [says('a', false, false), says('b', false, false)],
      'denied',
    ],
    ['only one of them is certain', [says('a', false), says('b', false, false)], 'denied'],
  ])('%s', (_case, opinions, is) => {
    expect(judge(arrival, opinions, 2).is).toBe(is);
  });
});

describe('what nodes answer alike', () => {
  const answers = (...all: string[]) => all.map((one) => ({ host: one.slice(0, -1), key: one.slice(-1) }));
  it.each([
    ['two hosts', answers('ax', 'bx'), 'x'],
    ['two of three', answers('ax', 'by', 'cy'), 'y'],
    ['one host by two ports', answers('a:1x', 'a:2x'), null],
    ['two hosts, each something else', answers('ax', 'by'), null],
    ['as many hosts, something else', answers('ax', 'bx', 'cy', 'dy'), null],
    ['nobody', [], null],
  ])('%s', (_case, given, key) => {
    expect(alike(given, 2)?.key ?? null).toBe(key);
  });
});
