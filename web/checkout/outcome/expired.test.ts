import { describe, expect, it } from 'vitest';
import { pendingState } from '../../checkout-preview/sample.ts';
import { fixtures } from '../../gallery/fixtures.ts';
import { en } from '../locales/en.ts';
import { endedNote } from './expired.tsx';

const now = Date.parse(pendingState.server_time);
const note = (name: string) => {
  const state = fixtures[name];
  if (!state) throw new Error(`The gallery has no state ${name}`);
  return endedNote(state, { t: en, tag: 'en' }, now);
};

describe('what is said about the end of a payment', () => {
  it('names a deadline that has passed', () => {
    expect(note('expired')).toMatch(/^The deadline was \d/);
  });

  it('names no deadline that is still to come: test mode lets payments expire early', () => {
    expect(note('expired-early')).toBeNull();
  });

  it('says who cancelled and when', () => {
    expect(note('cancelled')).toMatch(/^Northwind Paper Co\. cancelled it at \d/);
  });
});
