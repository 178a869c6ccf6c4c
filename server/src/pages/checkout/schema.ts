import { type Static, Type } from 'typebox';
import type { Context } from '../../app/context.ts';
import type { Authorization } from '../../chains/evm/authorization.ts';
import { addressUrl, transactionUrl } from '../../chains/explorers.ts';
import { shownConfirmations } from '../../chains/setup/live-chains.ts';
import {
  type ChainId,
  chainIds,
  chains,
  shownSymbol,
  tokenDecimals,
  tokens,
} from '../../lib/chains/registry.ts';
import { emailField, oneOf } from '../../lib/fields.ts';
import { formatFiat, formatTokenAmount } from '../../lib/money.ts';
import { brandingOf } from '../../merchants/branding.ts';
import { contactsOf } from '../../merchants/contacts.ts';
import type { PaymentOption } from '../../payments/deposits/deposits.ts';
import { transactionFields } from '../../payments/payment/schema.ts';
import { isSettled, type PaymentStatus } from '../../payments/payment/states.ts';
import { checkoutUrl, invoiceUrl } from '../../platform/public-urls.ts';
import { offered, quoteUnits } from '../../treasury/prices/quotes.ts';
import type {
  CheckoutOption,
  CheckoutRefund,
  CheckoutState,
  CheckoutTransaction,
  ChosenOption,
} from './checkout-state.ts';
import { paymentOptions } from './options.ts';
import { askedFor, isOver, lastChosen, unappliedOf } from './received.ts';
import { offerFor } from './signed-offers.ts';
import type { CheckoutDeposit, CheckoutRow } from './store.ts';

export const optionBody = Type.Object({
  chain: oneOf(chainIds, { 'x-error-code': 'INVALID_CHAIN' }),
  token: oneOf(tokens, { 'x-error-code': 'INVALID_TOKEN' }),
});

/** A transaction that the page's wallet has sent. */
export const sentBody = Type.Object({
  chain: oneOf(chainIds, { 'x-error-code': 'INVALID_CHAIN' }),
  tx_hash: Type.String({ format: 'transaction-hash' }),
});

/** The address of a connected wallet on Solana. */
export const payerBody = Type.Object({ payer: Type.String({ maxLength: 44 }) });

const seconds = Type.String({ pattern: '^(0|[1-9][0-9]{0,15})$' });

/** A payment that the page's wallet has signed. */
export const signatureBody = Type.Object({
  chain: oneOf(chainIds, { 'x-error-code': 'INVALID_CHAIN' }),
  from: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }),
  to: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }),
  units: Type.String({ pattern: '^[1-9][0-9]{0,37}$' }),
  valid_after: seconds,
  valid_before: seconds,
  nonce: Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' }),
  signature: Type.String({ pattern: '^0x([0-9a-fA-F]{2})+$', maxLength: 4098 }),
});

export function authorizationIn(body: Omit<Static<typeof signatureBody>, 'chain'>): Authorization {
  return {
    from: body.from,
    to: body.to,
    units: BigInt(body.units),
    validAfter: BigInt(body.valid_after),
    validBefore: BigInt(body.valid_before),
    nonce: body.nonce as Authorization['nonce'],
    signature: body.signature as Authorization['signature'],
  };
}

export const emailBody = Type.Object({ customer_email: Type.Optional(emailField('Null clears it.')) });

/** `received`: units of the chosen quote that have arrived. */
export function toCheckoutState(ctx: Context, row: CheckoutRow, received: bigint): CheckoutState {
  const { publicUrl } = ctx.config;
  return {
    payment_id: row.payment_id,
    status: row.status,
    environment: row.environment,
    amount: formatFiat(row.amount_minor),
    currency: row.currency,
    description: row.description,
    merchant: brandingOf(publicUrl, row),
    contacts: contactsOf(row),
    customer_email: row.customer_email,
    locale: row.locale,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    is_over: isOver(row, ctx.clock.nowMs()),
    server_time: ctx.clock.now().toISOString(),
    redirect_url: isSettled(row.status) && row.redirect_url ? returnUrl(row.redirect_url, row) : null,
    cancel_url: row.cancel_url,
    invoice_url: row.invoice_id ? invoiceUrl(publicUrl, row.invoice_id) : null,
    options: optionsOf(ctx, row),
    chosen: chosenOf(ctx, row, received),
    transaction: transactionOf(ctx, row),
    unapplied: unappliedOf(ctx, row),
    refunds: row.refunds.map((refund) => refundOf(ctx, row, refund)),
    failure: row.failure_reason ? { reason: row.failure_reason, message: row.failure_message ?? '' } : null,
    retry_url: row.retry_id ? checkoutUrl(publicUrl, row.retry_id) : null,
    retried_from: row.retried_from,
    opener_origin: row.opener_origin,
  };
}

/** Adds payment_id and status to the merchant's URL. Its own query and fragment are kept. */
export function returnUrl(stored: string, payment: { payment_id: string; status: PaymentStatus }): string {
  const url = new URL(stored);
  const added = `payment_id=${payment.payment_id}&status=${payment.status}`;
  url.search = url.search ? `${url.search}&${added}` : added;
  return url.href;
}

/** Without options, as for a suspended merchant, the page says that the payment cannot be paid now. */
function isPayable(row: CheckoutRow): boolean {
  return row.status === 'pending' && !row.merchant_suspended;
}

function optionsOf(ctx: Context, row: CheckoutRow): CheckoutOption[] {
  if (!isPayable(row)) return [];
  return paymentOptions(ctx, row)
    .map((option) => ({
      chain: option.chain,
      chain_name: chains[option.chain].name,
      typical_seconds: chains[option.chain].typicalSeconds,
      tokens: option.tokens.flatMap((token) => quoted(ctx, row, { chain: option.chain, token })),
    }))
    .filter((option) => option.tokens.length > 0);
}

/** Uses the locked quote while it holds, else the current rate. Empty if there is no rate. */
function quoted(ctx: Context, row: CheckoutRow, { chain, token }: PaymentOption): CheckoutOption['tokens'] {
  const rates = ctx.rates[row.environment];
  const now = ctx.clock.nowMs();
  const locked = row.deposits.find(
    ({ quote_expires_at: end, ...deposit }) =>
      deposit.chain === chain && deposit.token === token && (end === null || Date.parse(end) > now),
  );
  if (!locked && !offered(rates, row.currency).includes(token)) return [];
  const units = locked
    ? BigInt(locked.token_units)
    : quoteUnits(rates, row.amount_minor, row.currency, chain, token);
  const symbol = shownSymbol(row.environment, token);
  return [{ token, symbol, token_amount: formatTokenAmount(units, tokenDecimals(chain, token)) }];
}

function chosenOf(ctx: Context, row: CheckoutRow, received: bigint): ChosenOption | null {
  if (row.status === 'pending' && row.merchant_suspended) return null;
  const last = lastChosen(row);
  if (!last) return null;
  const { chain, token, address } = last;
  const { environment } = row;
  const decimals = tokenDecimals(chain, token);
  const asked = askedFor(row, last, received);
  // Once its money has arrived, the page shows that instead.
  const hasArrived = new Set(row.arrivals.map(({ tx_hash }) => tx_hash));
  const sent = row.sent.find((hint) => hint.chain === chain && !hasArrived.has(hint.tx_hash));
  return {
    chain,
    token,
    symbol: shownSymbol(environment, token),
    token_amount: formatTokenAmount(BigInt(last.token_units), decimals),
    quote_expires_at: last.quote_expires_at && new Date(last.quote_expires_at).toISOString(),
    received_amount: formatTokenAmount(received, decimals),
    remaining_amount: formatTokenAmount(BigInt(asked.token_units), decimals),
    address,
    payment_uri: ctx.chains.requestUri(asked),
    wallet: row.status === 'pending' ? ctx.chains.walletRequest(asked) : null,
    fee_symbol: shownSymbol(environment, chains[chain].tokens[0]?.symbol ?? token),
    signing: signingOf(ctx, row, last),
    signed: signedOf(row, chain),
    sent: sent
      ? { tx_hash: sent.tx_hash, tx_url: transactionUrl(ctx.config, environment, chain, sent.tx_hash) }
      : null,
    test_wallet: ctx.modes[row.environment].wallet(chain),
  };
}

/** What a wallet signs to pay this option without gas. Null where that is not offered. */
function signingOf(ctx: Context, row: CheckoutRow, chosen: CheckoutDeposit): ChosenOption['signing'] {
  const offer = offerFor(ctx, row, chosen);
  // Wallets on Solana send their own transactions here; only programs pay there by signature.
  if (offer?.family !== 'evm') return null;
  const { chain, contract, domain, address, units } = offer;
  return {
    name: domain.name,
    version: domain.version,
    chain_id: chain.chainId,
    contract,
    to: address,
    units: units.toString(),
  };
}

/** The newest signature that was given for this option. */
function signedOf(row: CheckoutRow, chain: ChainId): ChosenOption['signed'] {
  const newest = row.signed.find((one) => one.chain === chain);
  if (!newest || row.status !== 'pending') return null;
  const { status, failure_reason } = newest;
  return status === 'failed'
    ? { status: 'failed', reason: failure_reason }
    : { status: 'sending', reason: null };
}

function transactionOf(ctx: Context, row: CheckoutRow): CheckoutTransaction | null {
  const paid = transactionFields(row);
  if (!('tx_hash' in paid)) return null;
  const { name, confirmations: usual } = chains[paid.chain];
  const required = row.environment === 'live' ? shownConfirmations(ctx.config.chains, paid.chain) : usual;
  return {
    ...paid,
    tx_url: paid.tx_hash ? transactionUrl(ctx.config, row.environment, paid.chain, paid.tx_hash) : null,
    payer_url: paid.payer_address
      ? addressUrl(ctx.config, row.environment, paid.chain, paid.payer_address)
      : null,
    symbol: shownSymbol(row.environment, paid.token),
    chain_name: name,
    confirmations: confirmationsOf(ctx, row, required),
    required_confirmations: required,
  };
}

function confirmationsOf({ clock }: Context, row: CheckoutRow, required: number): number {
  if (isSettled(row.status)) return required;
  if (row.confirmations !== null) return Math.min(row.confirmations, required);
  if (!row.confirming) return 0;
  const [fromMs, toMs] = [Date.parse(row.confirming.from), Date.parse(row.confirming.to)];
  const part = toMs > fromMs ? (clock.nowMs() - fromMs) / (toMs - fromMs) : 1;
  return Math.min(required, Math.max(0, Math.floor(required * part)));
}

function refundOf(
  ctx: Context,
  { environment }: CheckoutRow,
  { chain, token, tx_hash, ...refund }: CheckoutRow['refunds'][number],
): CheckoutRefund {
  return {
    status: refund.status,
    amount: formatFiat(BigInt(refund.amount_minor)),
    chain,
    chain_name: chains[chain].name,
    token,
    symbol: shownSymbol(environment, token),
    token_amount: formatTokenAmount(BigInt(refund.token_units), tokenDecimals(chain, token)),
    reason: refund.reason,
    refunded_to: refund.refunded_to,
    refunded_to_url: refund.refunded_to && addressUrl(ctx.config, environment, chain, refund.refunded_to),
    tx_hash,
    tx_url: tx_hash === null ? null : transactionUrl(ctx.config, environment, chain, tx_hash),
    at: new Date(refund.at).toISOString(),
  };
}
