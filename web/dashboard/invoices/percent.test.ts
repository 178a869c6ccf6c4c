import { describe, expect, it } from 'vitest';
import { parseMillionths } from '../../../server/src/lib/money.ts';
import { isFormat } from '../../../server/src/platform/http/schema/formats.ts';
import { fractionOf, percentOf } from './percent.ts';

describe('percents', () => {
  it.each([
    ['8', '0.08'],
    ['8.5', '0.085'],
    ['0', '0'],
    ['0.0001', '0.000001'],
    ['19.00', '0.19'],
    ['100', '1'],
    [' 7 ', '0.07'],
    ['07', '0.07'],
  ])('%s percent becomes the fraction %s, which the API accepts', (percent, fraction) => {
    expect(fractionOf(percent)).toBe(fraction);
    expect(isFormat('fraction', fraction)).toBe(true);
  });

  it.each(['101', '0.00001', '-1', '1e1', 'x', '.5', '5.', '0.12345'])(
    '%s becomes something the API rejects, never another rate',
    (percent) => {
      expect(isFormat('fraction', fractionOf(percent))).toBe(false);
    },
  );

  it.each(['0.00', '0.08', '0.085', '0.000001', '1.00', '0.19', '0.1'])(
    '%s survives the round trip',
    (rate) => {
      expect(parseMillionths(fractionOf(percentOf(rate)))).toBe(parseMillionths(rate));
    },
  );
});
