import { formatMoney } from '../../shared/format.ts';
import type { BalanceOutlook, SettlementQuote } from '../shared/api/types.ts';

/** The sum of amounts with two decimals, exactly. */
export function sumOf(amounts: readonly string[]): string {
  const cents = amounts.reduce((sum, amount) => sum + centsOf(amount), 0n);
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function centsOf(amount: string): bigint {
  const [whole = '0', decimals = ''] = amount.split('.');
  return BigInt(`${whole}${decimals.padEnd(2, '0').slice(0, 2)}`);
}

/** What all balances are worth now. Incomplete while one of them has no price. */
export function totalWorth(balances: readonly BalanceOutlook[]): { amount: string; isComplete: boolean } {
  const priced = balances.flatMap(({ amount }) => amount ?? []);
  const unpriced = balances.filter(({ amount, available }) => amount === null && Number(available) !== 0);
  return { amount: sumOf(priced), isComplete: unpriced.length === 0 };
}

/** The balances that can be paid out by hand now. */
export function duePayouts(balances: readonly BalanceOutlook[]): DuePayout[] {
  return balances.flatMap((balance) => (balance.payable ? [{ ...balance, payable: balance.payable }] : []));
}

/** Those that the schedule would pay out, as they are now, and the wallets which they go to. */
export function nextPayouts(balances: readonly BalanceOutlook[]): { amount: string; wallets: string[] } {
  const next = duePayouts(balances).flatMap(({ payable: { amount, scheduled_to: wallet } }) =>
    wallet === null ? [] : [{ amount, wallet }],
  );
  return {
    amount: sumOf(next.map(({ amount }) => amount)),
    wallets: [...new Set(next.map(({ wallet }) => wallet))],
  };
}

/** What is known about exchanging balances first. */
export interface Exchange {
  /** Null until they are there. */
  quotes: readonly SettlementQuote[] | null;
  /** What becomes of what cannot be exchanged. */
  waits: boolean;
  /** The operator has turned routing off. */
  isOff: boolean;
}

export function quoteOf({ chain, token }: DuePayout, { quotes }: Exchange): SettlementQuote | undefined {
  return quotes?.find((quote) => quote.chain === chain && quote.token === token);
}

/** The wallet that paying out everything sends a balance to; null if it stays. */
export function destinationOf(due: DuePayout, exchange: Exchange | null): string | null {
  const { into, address } = due.payable;
  if (into === null) return address;
  // Whatever the quotes say: nothing is exchanged into an asset that has no wallet.
  if (into.address === null) return null;
  const isRefused = exchange !== null && (exchange.isOff || quoteOf(due, exchange)?.arriving_amount === null);
  if (!isRefused) return into.address;
  return exchange.waits ? null : address;
}

/** What leaves when everything is paid out, before the costs of exchange; null while quotes that decide it are missing. */
export function leavingAmount(due: readonly DuePayout[], exchange: Exchange | null): string | null {
  if (exchange?.quotes === null && !exchange.isOff) return null;
  const leaving = due.filter((one) => destinationOf(one, exchange) !== null);
  return sumOf(leaving.map(({ payable }) => payable.amount));
}

/** What a balance arrives as, at the rate of a quote for another amount; null without one. */
export function arrivingAmount({ payable }: DuePayout, quote: SettlementQuote | undefined): string | null {
  if (!quote || quote.arriving_amount === null || Number(quote.token_amount) === 0) return null;
  const rate = Number(quote.arriving_amount) / Number(quote.token_amount);
  const amount = Number(payable.token_amount) * rate;
  // An estimate needs no millionths.
  return amount.toFixed(amount >= 100 ? 2 : 6);
}

export type DuePayout = BalanceOutlook & { payable: NonNullable<BalanceOutlook['payable']> };

/** What a part of a balance is worth, at the worth of all of it. Null unless it is an amount. */
export function worthOfPart(part: string, { payable, currency }: DuePayout): string | null {
  const [amount, all] = [Number(part), Number(payable.token_amount)];
  if (part.trim() === '' || !Number.isFinite(amount) || amount <= 0 || all <= 0) return null;
  return formatMoney('en', ((Number(payable.amount) * amount) / all).toFixed(2), currency);
}

/** What stays of a balance once a part is sent: at most what is available, in six decimals. Null unless it fits. */
export function restOf(part: string, available: string): string | null {
  if (!/^\d+(?:\.\d{1,6})?$/.test(part.trim())) return null;
  const rest = millionthsOf(available) - millionthsOf(part.trim());
  if (rest < 0n) return null;
  const digits = String(rest).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

function millionthsOf(amount: string): bigint {
  const [whole = '0', decimals = ''] = amount.split('.');
  return BigInt(`${whole}${decimals.padEnd(6, '0').slice(0, 6)}`);
}
