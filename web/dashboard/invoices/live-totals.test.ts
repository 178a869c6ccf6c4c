import { describe, expect, it } from 'vitest';
import { liveTotals } from './live-totals.ts';

const line = (quantity: string, unit_price: string) => ({ description: 'x', quantity, unit_price });

describe('totals while typing', () => {
  // The same examples as in the server's test and the documentation.
  it.each([
    { quantity: '2', price: '50.00', amount: '100.00' },
    { quantity: '1.5', price: '10.01', amount: '15.02' },
    { quantity: '0.5', price: '0.01', amount: '0.01' },
    { quantity: '0.499999', price: '0.01', amount: '0.00' },
    { quantity: '0.333333', price: '3.00', amount: '1.00' },
    { quantity: '0.000001', price: '5000.00', amount: '0.01' },
    { quantity: '0.000001', price: '4999.99', amount: '0.00' },
    { quantity: '1000000', price: '0.10', amount: '100000.00' },
    { quantity: '3', price: '0', amount: '0.00' },
  ])('$quantity at $price is $amount, half up', ({ quantity, price, amount }) => {
    expect(liveTotals([line(quantity, price)], '')).toEqual({
      line_amounts: [amount],
      subtotal: amount,
      tax_amount: '0.00',
      amount,
      complete: true,
    });
  });

  it.each([
    { percent: '8', subtotal: '100.00', tax: '8.00' },
    { percent: '8.5', subtotal: '10.00', tax: '0.85' },
    { percent: '5', subtotal: '0.50', tax: '0.03' },
    { percent: '4.9999', subtotal: '0.50', tax: '0.02' },
    { percent: '100', subtotal: '10.01', tax: '10.01' },
  ])('$percent percent of $subtotal is $tax, half up', ({ percent, subtotal, tax }) => {
    expect(liveTotals([line('1', subtotal)], percent).tax_amount).toBe(tax);
  });

  it('rounds each line before adding', () => {
    expect(liveTotals(Array(3).fill(line('0.5', '0.01')), '').subtotal).toBe('0.03');
  });

  it('the documented invoice has the same totals as in the API', () => {
    const totals = liveTotals([line('7.5', '80.00'), line('3', '12.50')], '8');
    expect(totals).toMatchObject({ subtotal: '637.50', tax_amount: '51.00', amount: '688.50' });
  });

  it.each([
    line('', '1.00'),
    line('1', ''),
    line('0', '1.00'),
    line('1000001', '1.00'),
    line('1.0000001', '1.00'),
    line('1', '1.001'),
    line('-1', '1.00'),
    line('1e2', '1.00'),
  ])(
    'leaves out a line the API would reject ($quantity at $unit_price) and reports the totals as incomplete',
    (bad) => {
      const totals = liveTotals([bad, line('1', '2.00')], '');
      expect(totals).toMatchObject({ line_amounts: [null, '2.00'], amount: '2.00', complete: false });
    },
  );

  it.each(['101', '0.00001', 'x'])(
    'ignores a tax rate of %s percent and reports the totals as incomplete',
    (percent) => {
      expect(liveTotals([line('1', '2.00')], percent)).toMatchObject({ amount: '2.00', complete: false });
    },
  );
});
