import { describe, expect, it } from 'vitest';
import { parseTimestamp } from './timestamps.ts';

const noon = Date.UTC(2026, 2, 1, 12);

describe('parseTimestamp', () => {
  it.each([
    ['2026-03-01T12:00:00.000Z', noon],
    ['2026-03-01T12:00:00Z', noon],
    ['2026-03-01T12:00Z', noon],
    ['2026-03-01t12:00:00z', noon],
    ['2026-03-01T12:00:00.5Z', noon + 500],
    ['2026-03-01T12:00:00.789123456Z', noon + 789],
    ['2026-03-01T13:00:00+01:00', noon],
    ['2026-03-01T13:00:00+0100', noon],
    ['2026-03-01T06:30:00-05:30', noon],
    ['2026-03-01T13:00:00 01:00', noon],
    ['2026-03-01', Date.UTC(2026, 2, 1)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['1970-01-01T00:00:00Z', 0],
    ['1969-12-31T23:59:59.999Z', -1],
    ['9999-12-31T23:59:59.999Z', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
  ])('parses %s', (text, ms) => {
    expect(parseTimestamp(text)).toBe(ms);
  });

  it('parses every millisecond of a second exactly', () => {
    for (let millis = 0; millis < 1000; millis++) {
      const text = new Date(noon + millis).toISOString();
      expect(parseTimestamp(text), text).toBe(noon + millis);
    }
  });

  it('parses the year 1, which some languages use as their smallest date', () => {
    const text = '0001-01-01T00:00:00Z';
    expect(parseTimestamp(text)).toBe(Date.parse(text));
  });

  it.each([
    '',
    'yesterday',
    '1740830400',
    '2026',
    '2026-03',
    '2026-3-1',
    '2026-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-00-01',
    '2026-13-01',
    '2026-03-00',
    '2026-03-01T25:00:00Z',
    '2026-03-01T12:60:00Z',
    '2026-03-01T12:00:61Z',
    '2026-03-01T12:00:00',
    '2026-03-01T12Z',
    '2026-03-01T12:00:00.Z',
    '2026-03-01T12:00:00+24:00',
    '2026-03-01T12:00:00+01:60',
    '2026-03-01 12:00:00',
    '2026-03-01Z',
    ' 2026-03-01',
    '2026-03-01\n',
    '+2026-03-01',
  ])('rejects %j', (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });
});
