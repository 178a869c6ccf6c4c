import { describe, expect, it } from 'vitest';
import { CausewayApiError, CausewayConnectionError } from '../src/errors.ts';
import { parseRetryAfter, retryDelayMs } from '../src/retry.ts';

const lost = new CausewayConnectionError('CONNECTION_FAILED', 'lost');
const refused = (status: number, retryAfterSeconds: number | null) =>
  new CausewayApiError({ code: 'X', message: '', status, requestId: null, details: {}, retryAfterSeconds });

describe('the delay before a retry', () => {
  it('doubles up to eight seconds, with jitter down to half', () => {
    const waits = (random: number) =>
      [1, 2, 3, 4, 5, 6, 10].map((attempt) => retryDelayMs(lost, attempt, () => random));
    expect(waits(0)).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000]);
    expect(waits(1)).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  it('is at least Retry-After, plus jitter', () => {
    for (const status of [409, 429, 503]) {
      expect(retryDelayMs(refused(status, 7), 1, () => 0)).toBeGreaterThan(7000);
      expect(retryDelayMs(refused(status, 7), 1, () => 1)).toBeGreaterThan(
        retryDelayMs(refused(status, 7), 1, () => 0) ?? 0,
      );
    }
  });

  it('is the usual one without Retry-After for 408, 429 and 5xx', () => {
    for (const status of [408, 429, 500, 503])
      expect(retryDelayMs(refused(status, null), 1, () => 1)).toBe(500);
  });

  it('is null for errors that a retry cannot fix', () => {
    for (const status of [400, 401, 403, 404, 409, 422]) {
      expect(retryDelayMs(refused(status, null), 1, Math.random)).toBeNull();
    }
    expect(retryDelayMs(refused(429, 61), 1, Math.random)).toBeNull();
    expect(retryDelayMs(new TypeError('a bug'), 1, Math.random)).toBeNull();
  });
});

describe('Retry-After', () => {
  it('is parsed as seconds or as a date', () => {
    const nowMs = Date.parse('2026-03-01T12:00:00Z');
    expect(parseRetryAfter('7', nowMs)).toBe(7);
    expect(parseRetryAfter('Sun, 01 Mar 2026 12:00:30 GMT', nowMs)).toBe(30);
    expect(parseRetryAfter('Sun, 01 Mar 2026 11:00:00 GMT', nowMs)).toBe(0);
    expect(parseRetryAfter('soon', nowMs)).toBeNull();
    expect(parseRetryAfter(null, nowMs)).toBeNull();
  });
});
