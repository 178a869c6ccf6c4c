import { describe, expect, it } from 'vitest';
import { dayMs } from '../../lib/durations.ts';
import { daysPerPartition, forgettableBefore, missingSpan } from './partition-spans.ts';

const span = (from: number, until: number) => ({ fromMs: from * dayMs, untilMs: until * dayMs });

describe('the partition for a time', () => {
  it('is the days around it, the same for all processes', () => {
    expect(missingSpan([], 15 * dayMs, 7)).toEqual(span(14, 21));
    expect(missingSpan([], 21 * dayMs - 1, 7)).toEqual(span(14, 21));
    expect(missingSpan([], 21 * dayMs, 7)).toEqual(span(21, 28));
  });

  it('is not made twice', () => {
    expect(missingSpan([span(14, 21)], 14 * dayMs, 7)).toBeNull();
    expect(missingSpan([span(14, 21)], 21 * dayMs - 1, 7)).toBeNull();
  });

  it('leaves out what others hold, whatever their length and after a clock was ahead', () => {
    expect(missingSpan([span(12, 15), span(20, 23)], 16 * dayMs, 7)).toEqual(span(15, 20));
    expect(missingSpan([span(4000, 4007)], 16 * dayMs, 7)).toEqual(span(14, 21));
  });
});

it('partitions are days for short retentions and few for long ones', () => {
  expect([2, 7, 14, 15, 90, 3650].map(daysPerPartition)).toEqual([1, 1, 1, 2, 7, 261]);
});

it('what is forgotten ends where a partition starts, or at the time where there is none', () => {
  const spans = [span(14, 21), span(21, 28)];
  expect(forgettableBefore(spans, 27 * dayMs)).toBe(21 * dayMs);
  expect(forgettableBefore(spans, 21 * dayMs)).toBe(21 * dayMs);
  expect(forgettableBefore(spans, 40 * dayMs)).toBe(40 * dayMs);
});
