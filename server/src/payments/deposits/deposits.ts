import type { Context } from '../../app/context.ts';
import type { ChainId, Token } from '../../lib/chains/registry.ts';
import { toleranceOf } from '../../merchants/merchants.ts';
import type { Sql } from '../../platform/db/client.ts';
import { quote } from '../../treasury/prices/quotes.ts';
import type { PaymentRow } from '../payment/payment.ts';
import type { DepositRow } from './deposit.ts';
import { insertDeposits, updateDepositChosen, updateQuoteRenewed } from './deposit-store.ts';

export { selectDeposits, selectEarlierQuotes, selectPaymentAt } from './deposit-store.ts';

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
    'environment' | 'payment_id' | 'merchant_id' | 'amount_minor' | 'currency' | 'expires_at' | 'exact_units'
  >,
  option: PaymentOption,
): Promise<DepositRow> {
  const { environment, payment_id, merchant_id, exact_units } = payment;
  const isExact = exact_units !== null;
  const bps = environment === 'live' && !isExact ? await toleranceOf(ctx.db, merchant_id) : 0n;
  const atRate = quote(ctx.rates[environment], payment, option, ctx.clock.now());
  const quoted = isExact
    ? { ...atRate, token_units: exact_units, quote_expires_at: payment.expires_at }
    : atRate;
  return {
    deposit_id: ctx.ids.next('dep'),
    payment_id,
    merchant_id,
    environment,
    ...option,
    ...quoted,
    tolerance_units: ((BigInt(quoted.token_units) * bps) / 10_000n).toString(),
    address: await ctx.chains.adapter(environment, option.chain).depositAddress(payment_id),
    created_at: ctx.clock.now(),
  };
}

/** Returns the stored rows. An option that was opened before keeps its first quote. */
export async function addDeposits(ctx: Context, tx: Sql, deposits: DepositRow[]): Promise<DepositRow[]> {
  const rows = await insertDeposits(tx, deposits);
  await ctx.chains.watch(tx, rows);
  return rows;
}

/**
 * Stores deposits for programs that may pay any of them. Quotes that have run out are renewed. The payment must be locked,
 * and credited then.
 */
export async function offerDeposits(ctx: Context, tx: Sql, deposits: DepositRow[]): Promise<void> {
  await addDeposits(ctx, tx, deposits);
  for (const deposit of deposits) await updateQuoteRenewed(tx, deposit);
}

/**
 * Stores the deposit and marks it as the option chosen last. One that was opened before keeps its quote, unless that has
 * run out. The payment must be locked, and credited then: money may be there already.
 */
export async function chooseDeposit(ctx: Context, tx: Sql, deposit: DepositRow): Promise<void> {
  await offerDeposits(ctx, tx, [deposit]);
  await updateDepositChosen(tx, deposit);
}
