import type { ChainId, Token } from '../chains/registry.ts';
import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { quote } from '../pricing/quotes.ts';
import type { DepositRow, WatchedDepositRow } from './deposit.ts';
import {
  insertDeposits,
  selectDepositsOf,
  updateDepositChosen,
  updateQuoteRenewed,
} from './deposit-store.ts';
import type { PaymentKey, PaymentRow } from './payment.ts';

/** A chain and a token on it that a payment can be paid in. */
export interface PaymentOption {
  chain: ChainId;
  token: Token;
}

/** Quotes the payment at the current rate and gets the deposit address. Stores nothing. */
export async function openDeposit(
  ctx: Context,
  payment: Pick<
    PaymentRow,
    'environment' | 'payment_id' | 'merchant_id' | 'amount_minor' | 'currency' | 'expires_at'
  >,
  option: PaymentOption,
): Promise<DepositRow> {
  const { environment, payment_id, merchant_id } = payment;
  return {
    deposit_id: ctx.ids.next('dep'),
    payment_id,
    merchant_id,
    environment,
    ...option,
    ...quote(ctx.rates[environment], payment, option, ctx.clock.now()),
    address: await ctx.chains.adapter(environment, option.chain).depositAddress(payment_id),
    created_at: ctx.clock.now(),
  };
}

/** Returns the stored rows. An option that was opened before keeps its first quote. */
export function addDeposits(ctx: Context, tx: Sql, deposits: DepositRow[]): Promise<DepositRow[]> {
  return insertDeposits(tx, deposits, ctx.clock.now());
}

/**
 * Stores the deposit and marks it as the option chosen last. One that was opened before keeps its quote, unless that has
 * run out. The payment must be locked.
 */
export async function chooseDeposit(ctx: Context, tx: Sql, deposit: DepositRow): Promise<void> {
  await addDeposits(ctx, tx, [deposit]);
  await updateQuoteRenewed(tx, deposit);
  await updateDepositChosen(tx, deposit);
}

export function depositsOf(sql: Sql, payment: PaymentKey): Promise<WatchedDepositRow[]> {
  return selectDepositsOf(sql, payment);
}
