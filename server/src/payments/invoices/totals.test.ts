import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFiat, parseMillionths } from '../../lib/money.ts';
import { type LineItem, totalsOf } from './totals.ts';

const line = (quantity: string, price: string): LineItem => ({
  description: 'x',
  quantity_millionths: parseMillionths(quantity),
  unit_price_minor: parseFiat(price) ?? 0n,
});

describe('totals', () => {
  it.each([
    { quantity: '2', price: '50.00', amount: 10_000n },
    { quantity: '1.5', price: '10.01', amount: 1502n },
    { quantity: '0.5', price: '0.01', amount: 1n },
    { quantity: '0.499999', price: '0.01', amount: 0n },
    { quantity: '0.333333', price: '3.00', amount: 100n },
    { quantity: '0.000001', price: '5000.00', amount: 1n },
    { quantity: '0.000001', price: '4999.99', amount: 0n },
    { quantity: '1000000', price: '0.10', amount: 10_000_000n },
    { quantity: '3', price: '0', amount: 0n },
  ])('$quantity × $price is $amount minor units, rounded half up', ({ quantity, price, amount }) => {
    expect(totalsOf([line(quantity, price)], 0n).amount_minor).toBe(amount);
  });

  it.each([
    { rate: '0.08', subtotal: '100.00', tax: 800n },
    { rate: '0.085', subtotal: '10.00', tax: 85n },
    { rate: '0.05', subtotal: '0.50', tax: 3n },
    { rate: '0.049999', subtotal: '0.50', tax: 2n },
    { rate: '0', subtotal: '10.00', tax: 0n },
    { rate: '1', subtotal: '10.01', tax: 1001n },
  ])('$rate of $subtotal is $tax minor units, rounded half up', ({ rate, subtotal, tax }) => {
    expect(totalsOf([line('1', subtotal)], parseMillionths(rate)).tax_amount_minor).toBe(tax);
  });

  it('lines are rounded before they are added: three times half a cent is three cents', () => {
    expect(totalsOf(Array(3).fill(line('0.5', '0.01')), 0n).subtotal_minor).toBe(3n);
  });
});

describe('totals of any line items', () => {
  const items = fc.array(
    fc.record({
      description: fc.constant('x'),
      quantity_millionths: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      unit_price_minor: fc.bigInt({ min: 0n, max: 10n ** 13n }),
    }),
    { minLength: 1, maxLength: 200 },
  );
  const rate = fc.bigInt({ min: 0n, max: 1_000_000n });

  it('lines add up to the subtotal, and subtotal plus tax is the amount', () => {
    fc.assert(
      fc.property(items, rate, (given, taxRate) => {
        const totals = totalsOf(given, taxRate);
        expect(totals.lines.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)).toBe(
          totals.subtotal_minor,
        );
        expect(totals.subtotal_minor + totals.tax_amount_minor).toBe(totals.amount_minor);
        expect(totals.tax_amount_minor).toBeLessThanOrEqual(totals.subtotal_minor);
      }),
    );
  });

  it('each line and the tax are the exact product rounded half up', () => {
    fc.assert(
      fc.property(items, rate, (given, taxRate) => {
        const { lines, subtotal_minor, tax_amount_minor } = totalsOf(given, taxRate);
        const products = lines.map(
          (l) => [l.amount_minor, l.quantity_millionths * l.unit_price_minor] as const,
        );
        for (const [rounded, exact] of [...products, [tax_amount_minor, subtotal_minor * taxRate] as const]) {
          const error = rounded * 1_000_000n - exact;
          expect(error > -500_000n && error <= 500_000n).toBe(true);
        }
      }),
    );
  });

  it('the order of the lines does not matter', () => {
    fc.assert(
      fc.property(items, rate, (given, taxRate) => {
        expect(totalsOf([...given].reverse(), taxRate).amount_minor).toBe(
          totalsOf(given, taxRate).amount_minor,
        );
      }),
    );
  });
});
