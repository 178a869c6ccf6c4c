import type { BigNumberInput } from '@medusajs/framework/types';
import { MathBN, MedusaError } from '@medusajs/framework/utils';

const currencies = ['USD', 'EUR', 'GBP', 'CAD', 'AUD'] as const;
export type Currency = (typeof currencies)[number];

/** The decimal string that the API takes. Nothing is rounded: a customer pays exactly what the shop asks. */
export function toAmount(amount: BigNumberInput): string {
  const exact = MathBN.convert(amount);
  if ((exact.decimalPlaces() ?? 0) > 2) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `Causeway takes amounts with at most two decimals, and this one is ${exact.toFixed()}. Round prices and taxes to cents.`,
    );
  }
  return exact.toFixed(2);
}

export function toCurrency(code: string): Currency {
  const found = currencies.find((one) => one === code.toUpperCase());
  if (found) return found;
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `Causeway does not take ${code.toUpperCase()}. Offer it in regions with ${currencies.join(', ')}.`,
  );
}

/** In cents, to add and compare. */
export function toCents(amount: string): bigint {
  const [whole = '', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(2, '0'));
}

export function fromCents(cents: bigint): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}
