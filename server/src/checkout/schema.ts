import { Type } from 'typebox';
import { chainIds, chains, tokenDecimals, tokens } from '../chains/registry.ts';
import { testWallet } from '../chains/simulated/addresses.ts';
import type { Context } from '../context.ts';
import { emailField, oneOf } from '../fields.ts';
import { formatFiat, formatTokenAmount } from '../money.ts';
import type { Way } from '../payments/paying.ts';
import { transactionFields } from '../payments/schema.ts';
import { isSettled, type PaymentStatus } from '../payments/states.ts';
import { quoteUnits } from '../pricing/quotes.ts';
import type { CheckoutOption, CheckoutState, CheckoutTransaction, ChosenOption } from './checkout-state.ts';
import type { CheckoutRow } from './store.ts';
import { acceptedWays } from './ways.ts';

export const wayBody = Type.Object({
  chain: oneOf(chainIds, { 'x-error-code': 'INVALID_CHAIN' }),
  token: oneOf(tokens, { 'x-error-code': 'INVALID_TOKEN' }),
});

export const emailBody = Type.Object({ customer_email: Type.Optional(emailField('Null clears it.')) });

export function toCheckoutState(ctx: Context, row: CheckoutRow): CheckoutState {
  const { publicUrl } = ctx.config;
  return {
    payment_id: row.payment_id,
    status: row.status,
    environment: row.environment,
    amount: formatFiat(row.amount_minor),
    currency: row.currency,
    description: row.description,
    merchant: {
      name: row.merchant_name,
      logo_url: row.logo_digest ? `${sitePath(publicUrl)}/logos/${row.logo_digest}` : null,
    },
    customer_email: row.customer_email,
    locale: row.locale,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    server_time: ctx.clock.now().toISOString(),
    redirect_url: isSettled(row.status) && row.redirect_url ? returnUrl(row.redirect_url, row) : null,
    cancel_url: row.cancel_url,
    invoice_url: row.invoice_id ? `${publicUrl}/invoice/${row.invoice_id}` : null,
    options: optionsOf(ctx, row),
    chosen: chosenOf(row),
    transaction: transactionOf(row),
    failure: row.failure_reason ? { reason: row.failure_reason, message: row.failure_message ?? '' } : null,
    retry_url: row.retry_id ? checkoutUrl(publicUrl, row.retry_id) : null,
    opener_origin: row.opener_origin,
  };
}

export function checkoutUrl(publicUrl: string, paymentId: string): string {
  return `${publicUrl}/checkout/${paymentId}`;
}

/** A proxy may offer the site below a path of its own; this is that path, or nothing. */
export function sitePath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '');
}

/** The merchant's own URL with the payment named in its query; what it had there, and its fragment, stay as they are. */
export function returnUrl(stored: string, payment: { payment_id: string; status: PaymentStatus }): string {
  const url = new URL(stored);
  const added = `payment_id=${payment.payment_id}&status=${payment.status}`;
  url.search = url.search ? `${url.search}&${added}` : added;
  return url.href;
}

/** A suspended merchant's payment offers no way to pay: the page then says that it cannot be paid now. */
function canBePaid(row: CheckoutRow): boolean {
  return row.status === 'pending' && !row.merchant_suspended;
}

function optionsOf(ctx: Context, row: CheckoutRow): CheckoutOption[] {
  if (!canBePaid(row)) return [];
  return acceptedWays(ctx, row)
    .map((way) => ({
      chain: way.chain,
      chain_name: chains[way.chain].name,
      typical_seconds: chains[way.chain].typicalSeconds,
      tokens: way.tokens.flatMap((token) => quoted(ctx, row, { chain: way.chain, token })),
    }))
    .filter((option) => option.tokens.length > 0);
}

/** At the locked quote where the way was opened before, else at the current rate; nothing when there is no rate. */
function quoted(ctx: Context, row: CheckoutRow, { chain, token }: Way): CheckoutOption['tokens'] {
  const rates = ctx.rates[row.environment];
  const opened = row.deposits.find((deposit) => deposit.chain === chain && deposit.token === token);
  const priced = rates.usdPerToken(token) !== null && rates.usdPerCurrency(row.currency) !== null;
  if (!opened && !priced) return [];
  const units = opened
    ? BigInt(opened.token_units)
    : quoteUnits(rates, row.amount_minor, row.currency, chain, token);
  return [{ token, token_amount: formatTokenAmount(units, tokenDecimals(chain, token)) }];
}

function chosenOf(row: CheckoutRow): ChosenOption | null {
  if (row.status === 'pending' && row.merchant_suspended) return null;
  const [last] = row.deposits
    .filter((deposit) => deposit.choice !== null)
    .sort((a, b) => (b.choice ?? 0) - (a.choice ?? 0));
  if (!last) return null;
  const { chain, token, address } = last;
  return {
    chain,
    token,
    token_amount: formatTokenAmount(BigInt(last.token_units), tokenDecimals(chain, token)),
    address,
    // The address of a simulated chain must never reach a wallet that holds money.
    payment_uri: null,
    test_wallet: row.environment === 'test' ? testWallet(chain) : null,
  };
}

function transactionOf(row: CheckoutRow): CheckoutTransaction | null {
  const paid = transactionFields(row);
  if (!('tx_hash' in paid)) return null;
  const deposit = row.deposits.find(({ chain, token }) => chain === paid.chain && token === paid.token);
  const { name, confirmations: required } = chains[paid.chain];
  return {
    ...paid,
    chain_name: name,
    confirmations: Math.min(deposit?.confirmations ?? 0, required),
    required_confirmations: required,
  };
}
