import { type ChainId, chains, type Token, tokenDecimals, tokens } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import { ApiError } from '../../lib/errors.ts';
import { formatFiat, formatUnits, tokenUnitsFor } from '../../lib/money.ts';
import { type RateSource, rateDecimals } from './rates.ts';

const minUsdMinor = 50n;
const maxUsdMinor = 10_000_000n;

/** What a customer has to pay, and at which rates. Columns of a deposit. */
export interface Quote {
  token_units: string;
  usd_per_token: string;
  usd_per_currency: string;
  /** For example "ETH coinbase+kraken, EUR chainlink+kraken". */
  quote_sources: string;
  quoted_at: Date;
  quote_expires_at: Date;
}

/** Quotes an amount at the current rates. A quote never outlives its payment. */
export function quote(
  rates: RateSource,
  payment: { amount_minor: bigint; currency: Currency; expires_at: Date },
  { chain, token }: { chain: ChainId; token: Token },
  now: Date,
): Quote {
  const { amount_minor, currency, expires_at } = payment;
  const units = quoteUnits(rates, amount_minor, currency, chain, token);
  const holdsMs = rates.quoteHoldsMs(token);
  const holdsUntil = holdsMs === null ? expires_at : new Date(now.getTime() + holdsMs);
  return {
    token_units: units.toString(),
    usd_per_token: formatUnits(known(rates.usdPerToken(token), token), rateDecimals),
    usd_per_currency: formatUnits(known(rates.usdPerCurrency(currency), currency), rateDecimals),
    quote_sources: [token, ...(currency === 'USD' ? [] : [currency])]
      .map((asset) => `${asset} ${rates.sourcesOf(asset).join('+')}`)
      .join(', '),
    quoted_at: now,
    quote_expires_at: holdsUntil < expires_at ? holdsUntil : expires_at,
  };
}

/** Tokens that have a price now; none without a rate for the currency. */
export function offered(rates: RateSource, currency: Currency): Token[] {
  if (rates.usdPerCurrency(currency) === null) return [];
  return tokens.filter((token) => rates.usdPerToken(token) !== null);
}

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
  maxMinor = maxUsdMinor,
): void {
  const usd = known(rates.usdPerCurrency(currency), currency);
  const one = known(rates.usdPerCurrency('USD'), 'USD');
  const details = { field: 'amount', provided, min: '0.50 USD', max: `${formatFiat(maxMinor)} USD` };
  if (amountMinor * usd < minUsdMinor * one) throw new ApiError('AMOUNT_TOO_SMALL', { details });
  if (amountMinor * usd <= maxMinor * one) return;
  const message = `The amount is above your maximum of ${formatFiat(maxMinor)} USD.`;
  throw new ApiError('AMOUNT_TOO_LARGE', { ...(maxMinor === maxUsdMinor ? {} : { message }), details });
}

/** Throws unless one of the tokens has a price now. */
export function assertSomePrice(
  rates: RateSource,
  acceptedChains: readonly ChainId[],
  acceptedTokens: readonly Token[],
): void {
  const isPayable = (token: Token) =>
    acceptedChains.some((chain) => chains[chain].tokens.some(({ symbol }) => symbol === token));
  if (acceptedTokens.some((token) => rates.usdPerToken(token) !== null && isPayable(token))) return;
  throw noRate(acceptedTokens.filter(isPayable).join(', '));
}

function known(rate: bigint | null, of: string): bigint {
  if (rate !== null) return rate;
  throw noRate(of);
}

function noRate(of: string): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', {
    message: `There is no current exchange rate for ${of}. Try again shortly.`,
  });
}
