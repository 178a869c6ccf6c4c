import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bumpedFees, marketFees } from './fees.ts';

const fee = fc.bigInt({ min: 1n, max: 10n ** 13n });

it('a bump raises both fees by at least an eighth, to the market at least, and never the tip above the fee', () => {
  fc.assert(
    fc.property(fee, fee, fee, fee, (maxFee, tip, baseFee, marketTip) => {
      const market = marketFees({ baseFee, tip: marketTip });
      const next = bumpedFees({ maxFee: maxFee + tip, tip }, market);
      if (!next) {
        expect(maxFee + tip).toBeGreaterThanOrEqual(10n * market.maxFee);
        return;
      }
      expect(next.maxFee * 8n).toBeGreaterThanOrEqual((maxFee + tip) * 9n);
      expect(next.tip * 8n).toBeGreaterThanOrEqual(tip * 9n);
      expect(next.maxFee).toBeGreaterThanOrEqual(market.maxFee);
      expect(next.tip).toBeGreaterThanOrEqual(market.tip);
      expect(next.maxFee).toBeGreaterThanOrEqual(next.tip);
    }),
  );
});

it('an offer of ten times the market is not raised: its price is not why it waits', () => {
  const market = marketFees({ baseFee: 100n, tip: 10n });
  expect(bumpedFees({ maxFee: 2100n, tip: 10n }, market)).toBeNull();
  expect(bumpedFees({ maxFee: 2099n, tip: 10n }, market)).not.toBeNull();
});
