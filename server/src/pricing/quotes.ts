import { type ChainId, type Token, tokenDecimals } from '../chains/registry.ts';
import type { Currency } from '../currencies.ts';
import { ApiError } from '../errors.ts';
import { tokenUnitsFor } from '../money.ts';
import type { RateSource } from './rates.ts';

const minUsdMinor = 50n;
const maxUsdMinor = 10_000_000n;

/** Converts a fiat amount to the token's smallest unit on this chain, at the current rate. */
export function quoteUnits(
  rates: RateSource,
  amountMinor: bigint,
  currency: Currency,
  chain: ChainId,
  token: Token,
): bigint {
  return tokenUnitsFor(
    amountMinor,
    known(rates.usdPerCurrency(currency), currency),
    known(rates.usdPerToken(token), token),
    tokenDecimals(chain, token),
  );
}

/** Limits are stated in USD and apply to other currencies at the current rate. */
export function assertWithinLimits(
  rates: RateSource,
  amountMinor: bigint,
  currency: Currency,
  provided: string,
): void {
  const usd = known(rates.usdPerCurrency(currency), currency);
  const one = known(rates.usdPerCurrency('USD'), 'USD');
  const details = { field: 'amount', provided, min: '0.50 USD', max: '100000.00 USD' };
  if (amountMinor * usd < minUsdMinor * one) throw new ApiError('AMOUNT_TOO_SMALL', { details });
  if (amountMinor * usd > maxUsdMinor * one) throw new ApiError('AMOUNT_TOO_LARGE', { details });
}

function known(rate: bigint | null, of: string): bigint {
  if (rate !== null) return rate;
  throw new ApiError('SERVICE_UNAVAILABLE', {
    message: `There is no current exchange rate for ${of}. Try again shortly.`,
  });
}
