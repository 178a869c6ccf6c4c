import { describe, expect, it } from 'vitest';
import {
  formatCountdown,
  formatDateTime,
  formatDuration,
  formatMoney,
  formatShortMoney,
  formatTime,
  formatTokens,
  plainNumber,
  shorten,
} from './format.ts';

/** Intl uses several kinds of space; the tests accept any. */
const plain = (text: string) => text.replace(/\s/g, ' ');

describe('money', () => {
  it.each([
    ['en-US', 'USD', '$1,234.50'],
    ['de', 'EUR', '1.234,50 €'],
    ['fr', 'CAD', '1 234,50 $CA'],
    ['ja', 'GBP', '£1,234.50'],
    ['zh', 'AUD', 'AU$1,234.50'],
  ])('in %s, %s reads %s', (tag, currency, expected) => {
    expect(plain(formatMoney(tag, '1234.50', currency))).toBe(expected);
  });

  it.each([
    ['JPY', '1234567.00', '¥1,234,567'],
    ['BHD', '1234.567', 'BHD 1,234.567'],
    ['USD', '-1234.50', '\u2212$1,234.50'],
    ['USD', '90071992547409931.07', '$90,071,992,547,409,931.07'],
  ])('%s %s reads %s', (currency, amount, expected) => {
    expect(plain(formatMoney('en', amount, currency))).toBe(expected);
  });

  it('is short on axes', () => {
    expect(formatShortMoney('en', 1234, 'USD')).toBe('$1.2K');
    expect(formatShortMoney('en', -20, 'USD')).toBe('\u2212$20');
  });
});

describe('token amounts', () => {
  it('have at least two decimals', () => {
    expect(plain(formatTokens('en', '50.000000', 'USDC'))).toBe('50.00 USDC');
  });

  it('have up to six decimals', () => {
    expect(plain(formatTokens('de', '1234.016664', 'ETH'))).toBe('1.234,016664 ETH');
    expect(plain(formatTokens('en', '0.000001', 'ETH'))).toBe('0.000001 ETH');
  });

  it('are exact however large, round 18 decimals to six, and can be negative', () => {
    expect(plain(formatTokens('en', '90071992547409931.000001', 'DAI'))).toBe(
      '90,071,992,547,409,931.000001 DAI',
    );
    expect(plain(formatTokens('en', '1.234567890123456789', 'ETH'))).toBe('1.234568 ETH');
    expect(plain(formatTokens('de', '-0.5', 'ETH'))).toBe('\u22120,50 ETH');
  });
});

describe('durations', () => {
  it('are in seconds below 90, then in minutes', () => {
    expect(plain(formatDuration('en', 15))).toBe('15 sec');
    expect(plain(formatDuration('en', 89))).toBe('89 sec');
    expect(plain(formatDuration('en', 180))).toBe('3 min');
  });

  it('use the plural forms of the language', () => {
    expect(formatDuration('en', 1, 'long')).toBe('1 second');
    expect(formatDuration('de', 5, 'long')).toBe('5 Sekunden');
  });
});

describe('the countdown', () => {
  it.each([
    [1799.2, '30:00'],
    [61, '1:01'],
    [0.4, '0:01'],
    [0, '0:00'],
    [-5, '0:00'],
    [86_400, '24:00:00'],
    [3_599, '59:59'],
  ])('shows %d seconds as %s', (seconds, expected) => {
    expect(formatCountdown(seconds)).toBe(expected);
  });
});

describe('times', () => {
  const noon = new Date(2026, 2, 1, 12, 0);

  const zone = (tag: string) =>
    new Intl.DateTimeFormat(tag, { timeZoneName: 'short' })
      .formatToParts(noon)
      .find(({ type }) => type === 'timeZoneName')?.value;

  it('of today have no date, and name their zone', () => {
    const shown = formatTime('de', noon.toISOString(), noon.getTime() + 3_600_000);
    expect(plain(shown)).toBe(`12:00 ${zone('de')}`);
  });

  it('of another day have the date', () => {
    expect(formatTime('de', noon.toISOString(), noon.getTime() + 86_400_000)).toMatch(/1\. März 2026.*12:00/);
  });

  it('stay on one line', () => {
    expect(formatTime('en-US', noon.toISOString(), noon.getTime())).toBe(
      `12:00\u00a0PM\u00a0${zone('en-US')}`,
    );
  });

  it('of receipts have date and zone, on the same day too', () => {
    expect(plain(formatDateTime('en-US', noon.toISOString()))).toBe(`Mar 1, 2026, 12:00 PM ${zone('en-US')}`);
  });
});

describe('amounts to copy', () => {
  it.each([
    ['30.000000', '30.00'],
    ['0.016660', '0.01666'],
    ['1234.500001', '1234.500001'],
    ['100', '100'],
  ])('%s is copied as %s, the digits that are shown', (amount, expected) => {
    expect(plainNumber(amount)).toBe(expected);
  });
});

describe('hashes and addresses', () => {
  it('keep both ends', () => {
    expect(shorten('0x48b0926e2cb6f03f7d4c04a5ed2b66c1b65580188eef243b2295745ff033c57a')).toBe(
      '0x48b092…33c57a',
    );
    expect(shorten('5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb')).toBe('5VERv8…JjBRnb');
  });

  it('are not shortened when they are short', () => {
    expect(shorten('0x1234')).toBe('0x1234');
  });
});
