import { divideRoundingHalfUp } from '../../lib/money.ts';
import { rateDecimals } from './rates.ts';

/** A higher price is an error of the source. */
const maxUsd = 1_000_000_000n;
const one = 10n ** BigInt(rateDecimals);

export type Price = { usd: bigint } | { problem: string };

/** USD for one unit, from a plain decimal. No signs, exponents, spaces or names such as NaN. */
export function parsePrice(text: unknown): Price {
  return price(text, (digits, scale) => divideRoundingHalfUp(digits * one, scale));
}

/** USD for one unit, from how many units one USD buys. */
export function parseInversePrice(text: unknown): Price {
  return price(text, (digits, scale) => divideRoundingHalfUp(scale * one, digits));
}

function price(text: unknown, rate: (digits: bigint, scale: bigint) => bigint): Price {
  if (text === undefined || text === null) return { problem: 'no price' };
  // Only strings: a JSON number was parsed as a float and has lost digits.
  const match = typeof text === 'string' ? /^(\d{1,20})(?:\.(\d{1,40}))?$/.exec(text) : null;
  if (!match) return { problem: `not a decimal: ${JSON.stringify(text).slice(0, 40)}` };
  const fraction = match[2] ?? '';
  const digits = BigInt(`${match[1]}${fraction}`);
  if (digits === 0n) return { problem: 'the price is zero' };
  return checkPrice(rate(digits, 10n ** BigInt(fraction.length)));
}

export function checkPrice(usd: bigint): Price {
  if (usd <= 0n) return { problem: 'the price is not positive' };
  return usd > maxUsd * one ? { problem: 'the price is above a billion USD' } : { usd };
}
