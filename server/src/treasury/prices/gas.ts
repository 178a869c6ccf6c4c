import { type ChainId, chains } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { RateSource } from './rates.ts';

/** A payment must be worth this many times the gas of moving its deposit. */
const worthTimes = 10n;
const minorPerUnit = 100n;

/**
 * Whether gas is at most 10 % of the amount on this chain. `sweepUnits` is the cost in the chain's own token. True if a
 * price is unknown: a missing price must not turn a chain off.
 */
export function isWorthGas(
  rates: RateSource,
  { amount_minor, currency }: { amount_minor: bigint; currency: Currency },
  chain: ChainId,
  sweepUnits: bigint | null,
  times = worthTimes,
): boolean {
  const [native] = chains[chain].tokens;
  const usdPerCurrency = rates.usdPerCurrency(currency);
  const usdPerToken = native ? rates.usdPerToken(native.symbol) : null;
  if (!native || sweepUnits === null || usdPerCurrency === null || usdPerToken === null) return true;
  const cost = sweepUnits * usdPerToken * minorPerUnit * times;
  return cost <= amount_minor * usdPerCurrency * 10n ** BigInt(native.decimals);
}

/**
 * Whether gas is at most this share of the amount, in hundredths of a percent. False if a price is unknown: who pays the
 * gas must know what it costs.
 */
export function isGasWithin(
  rates: RateSource,
  { amount_minor, currency }: { amount_minor: bigint; currency: Currency },
  chain: ChainId,
  gasUnits: bigint,
  shareBps: number,
): boolean {
  const [native] = chains[chain].tokens;
  const usdPerCurrency = rates.usdPerCurrency(currency);
  const usdPerToken = native ? rates.usdPerToken(native.symbol) : null;
  if (!native || usdPerCurrency === null || usdPerToken === null) return false;
  const cost = gasUnits * usdPerToken * minorPerUnit * 10_000n;
  return cost <= amount_minor * usdPerCurrency * 10n ** BigInt(native.decimals) * BigInt(shareBps);
}

/** Whether the amount in the chain's own token is at least this. True if a price is unknown. */
export function isAtLeast(
  rates: RateSource,
  payment: { amount_minor: bigint; currency: Currency },
  chain: ChainId,
  leastUnits: bigint | null,
): boolean {
  return isWorthGas(rates, payment, chain, leastUnits, 1n);
}
