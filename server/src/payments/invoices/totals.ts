import { timesMillionths } from '../../lib/money.ts';

export interface LineItem {
  description: string;
  quantity_millionths: bigint;
  unit_price_minor: bigint;
}

export interface Line extends LineItem {
  amount_minor: bigint;
}

export interface Totals {
  lines: Line[];
  subtotal_minor: bigint;
  tax_amount_minor: bigint;
  amount_minor: bigint;
}

/** Rounds each line half up, so that the lines shown add up; tax is rounded once, on the subtotal. */
export function totalsOf(items: readonly LineItem[], taxRateMillionths: bigint): Totals {
  const lines = items.map((item) => ({
    ...item,
    amount_minor: timesMillionths(item.unit_price_minor, item.quantity_millionths),
  }));
  const subtotal = lines.reduce((sum, line) => sum + line.amount_minor, 0n);
  const tax = timesMillionths(subtotal, taxRateMillionths);
  return { lines, subtotal_minor: subtotal, tax_amount_minor: tax, amount_minor: subtotal + tax };
}
