import { arePaying, type Coin, dueUnits, ordersOf } from '../oracle/amounts.ts';
import { possibleCounts } from '../oracle/quotes.ts';
import type { PaymentOption } from '../people/payment-option.ts';
import type { World } from '../world.ts';
import type { AnyOrder, Arrived } from './coins.ts';

export const decimalsOf = (token: string): number => ({ USDC: 6, SOL: 9 })[token] ?? 18;

/** Money of a customer, with what it counts for. */
export type CountedCoin = Arrived & Coin;

/** The last quote, which all money is counted by. */
export const quoteOf = ({ quotes }: PaymentOption): bigint => quotes.at(-1)?.units ?? 0n;

/**
 * The money that came in time for a payment by one of its options: all that its coins can have counted for. Without what somebody
 * refused. Where money is screened, it becomes final in any order: answers come when they come. So it does where a node lied.
 */
export function possibleMoney(
  { prices, screener }: Pick<World, 'prices' | 'screener'>,
  { paymentId, amountMinor, currency }: AnyOrder,
  { chain, token, quotes }: PaymentOption,
  arrived: readonly Arrived[],
): CountedCoin[][] {
  const own = arrived.filter(
    (one) =>
      one.isInTime &&
      one.stopped !== 'refused' &&
      one.paymentId === paymentId &&
      one.chain === chain &&
      one.token === token,
  );
  const counted = own.reduce<CountedCoin[][]>(
    (all, coin) => {
      const price = token === 'ETH' ? prices.usdPerEthAt(coin.atMs) : null;
      const atMarket =
        price && dueUnits(amountMinor, prices.usdPerCurrency(currency), price, decimalsOf(token));
      const counts = possibleCounts(coin.units, coin.atMs, quotes, atMarket);
      return all.flatMap((coins) => counts.map((one) => [...coins, { ...coin, counts: one }]));
    },
    [[]],
  );
  const found = counted.flatMap(possiblyFound);
  return screener || own.some(({ isDoubted }) => isDoubted) ? found.flatMap(ordersOf) : found;
}

/** First all of it, then without some or all of what may have been found too late. */
function possiblyFound(coins: readonly CountedCoin[]): CountedCoin[][] {
  return coins.reduce<CountedCoin[][]>(
    (all, coin) => [...all.map((some) => [...some, coin]), ...(coin.isDoubted ? all : [])],
    [[]],
  );
}

/** Whether money can have paid an option, and whether it must have. */
export function coverOf(
  option: PaymentOption,
  toleranceBps: number,
  possible: readonly CountedCoin[][],
): { may: boolean; must: boolean } {
  const covers = possible.map((coins) => arePaying(quoteOf(option), toleranceBps, coins));
  const isTold = option.quotes.length > 0;
  return { may: isTold && covers.some(Boolean), must: isTold && covers.every(Boolean) };
}
