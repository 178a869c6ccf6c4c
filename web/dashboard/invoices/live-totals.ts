import { formatFiat, parseFiat, parseMillionths } from '../../../server/src/lib/money.ts';
import { type LineItem, totalsOf } from '../../../server/src/payments/invoices/totals.ts';
import { fractionOf } from './percent.ts';

/** A line, as typed. */
export interface TypedLine {
  description: string;
  quantity: string;
  unit_price: string;
}

export interface LiveTotals {
  /** Null for an incomplete or invalid line. */
  line_amounts: (string | null)[];
  subtotal: string;
  tax_amount: string;
  amount: string;
  /** False if a line or the tax rate is incomplete or invalid; the totals then leave it out. */
  complete: boolean;
}

const maxQuantityMillionths = 1_000_000n * 1_000_000n;

/** Uses the server's own function, so that the totals match the saved invoice. */
export function liveTotals(lines: readonly TypedLine[], taxPercent: string): LiveTotals {
  const items = lines.map(readLine);
  const rate = readRate(taxPercent);
  const totals = totalsOf(
    items.filter((item) => item !== null),
    rate ?? 0n,
  );
  const amounts = totals.lines.map((line) => formatFiat(line.amount_minor));
  return {
    line_amounts: items.map((item) => (item ? (amounts.shift() ?? null) : null)),
    subtotal: formatFiat(totals.subtotal_minor),
    tax_amount: formatFiat(totals.tax_amount_minor),
    amount: formatFiat(totals.amount_minor),
    complete: rate !== null && items.every((item) => item !== null),
  };
}

function readLine(line: TypedLine): LineItem | null {
  const quantity = line.quantity.trim();
  const price = parseFiat(line.unit_price.trim());
  if (price === null || !/^\d{1,7}(?:\.\d{1,6})?$/.test(quantity)) return null;
  const millionths = parseMillionths(quantity);
  if (millionths === 0n || millionths > maxQuantityMillionths) return null;
  return { description: line.description, quantity_millionths: millionths, unit_price_minor: price };
}

/** The rate as the API takes it; zero while it cannot be read. */
export function liveTaxRate(percent: string): string {
  return (readRate(percent) && fractionOf(percent)) || '0';
}

function readRate(percent: string): bigint | null {
  if (percent.trim() === '') return 0n;
  const fraction = fractionOf(percent);
  if (!/^\d(?:\.\d{1,6})?$/.test(fraction)) return null;
  const millionths = parseMillionths(fraction);
  return millionths > 1_000_000n ? null : millionths;
}
