import type { Context } from '../../app/context.ts';
import type { WalletTransaction } from '../../chains/wallet-request.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { parseWalletAddress } from '../../lib/chains/wallet-addresses.ts';
import { ApiError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import type { Locale } from '../../lib/locales.ts';
import { announced } from '../../messages/webhooks/events.ts';
import { credit } from '../../payments/credit/credit.ts';
import { chooseDeposit, openDeposit, type PaymentOption } from '../../payments/deposits/deposits.ts';
import type { PaymentRow } from '../../payments/payment/payment.ts';
import { holdPayment, paymentAdded } from '../../payments/payment/payments.ts';
import { isSettled } from '../../payments/payment/states.ts';
import type { Sql } from '../../platform/db/client.ts';
import { emailProof } from './email-cookie.ts';
import { assertAccepted } from './options.ts';
import { askedFor, lastChosen, receivedUnits } from './received.ts';
import {
  type CheckoutRow,
  insertRetry,
  selectCheckouts,
  updateCustomerAway,
  updateCustomerEmail,
  updateLocale,
} from './store.ts';

async function loadCheckout(ctx: Context, paymentId: string): Promise<CheckoutRow> {
  const [row] = isId('pay', paymentId) ? await selectCheckouts(ctx.db, [paymentId]) : [];
  if (!row) throw notFound();
  return row;
}

export function notFound(): ApiError {
  return new ApiError('PAYMENT_NOT_FOUND', {
    message: 'No payment has this id. Check the link, or ask the shop for a new one.',
  });
}

/** A person opened the page: stops the simulated customer, so that only a person pays. */
export async function takeOver(ctx: Context, paymentId: string): Promise<void> {
  if (isId('pay', paymentId)) await updateCustomerAway(ctx.db, paymentId);
}

/**
 * Opens the deposit for the chosen option. Its quote is locked: choosing the option again keeps the first quote.
 * `within` runs the change in a transaction, with what belongs to it.
 */
export async function chooseOption(
  ctx: Context,
  paymentId: string,
  option: PaymentOption,
  within: (change: (tx: Sql) => Promise<void>) => Promise<unknown> = (change) => ctx.db.begin(change),
): Promise<void> {
  const checkout = await loadPayable(ctx, paymentId);
  assertAccepted(ctx, checkout, option);
  const deposit = await openDeposit(ctx, checkout, option);
  let isPaid = false;
  await within(async (tx) => {
    const payment = await lockForPerson(tx, checkout);
    if (payment.status === 'processing') throw alreadyProcessing();
    assertCanStillPay(ctx, payment);
    await chooseDeposit(ctx, tx, deposit);
    // An address is the same on all EVM chains: the money may be there already.
    const [credited] = await credit(ctx, tx, [payment]);
    isPaid = credited?.status !== 'pending';
  });
  if (isPaid) announced(ctx);
}

/**
 * Keeps the hash of a transaction that the page's wallet has sent. A hint: it makes the page say so, and is how the
 * service learns that the transaction reverted. Ignored once the payment is under way or over.
 */
export async function keepSent(
  ctx: Context,
  paymentId: string,
  chain: ChainId,
  txHash: string,
): Promise<void> {
  const checkout = await loadPayable(ctx, paymentId);
  if (checkout.environment !== 'live' || !checkout.deposits.some((deposit) => deposit.chain === chain)) {
    throw new ApiError('INVALID_CHAIN', {
      message: `This payment is not being paid on ${chain} by a wallet. Choose a payment option first.`,
      details: { field: 'chain', provided: chain },
    });
  }
  if (checkout.status !== 'pending') return;
  await ctx.liveChains.keepHint(checkout, chain, txHash);
  ctx.wake.at('look-at-hints', ctx.clock.now());
}

/** The transaction with which a connected wallet pays the option chosen last, on Solana. */
export async function buildTransaction(
  ctx: Context,
  paymentId: string,
  payer: string,
): Promise<WalletTransaction> {
  const checkout = await loadPayable(ctx, paymentId);
  if (checkout.status === 'processing') throw alreadyProcessing();
  assertCanStillPay(ctx, checkout);
  const chosen = lastChosen(checkout);
  const parsed = parseWalletAddress('solana', payer);
  if ('problem' in parsed)
    throw new ApiError('INVALID_PARAMETER', {
      message: `The address ${parsed.problem}.`,
      details: { field: 'payer', provided: payer },
    });
  const end = chosen?.quote_expires_at ?? null;
  const isQuoted = end === null || Date.parse(end) > ctx.clock.nowMs();
  const asked = chosen && isQuoted ? askedFor(checkout, chosen, await receivedUnits(ctx.db, checkout)) : null;
  const isLive = checkout.environment === 'live';
  const built = asked && isLive ? await ctx.liveChains.walletTransaction(asked, parsed.address) : null;
  if (built) return built;
  throw new ApiError('INVALID_CHAIN', {
    message: 'A wallet cannot pay this option now. Choose it again, or another one.',
    details: { field: 'chain', provided: chosen?.chain ?? null },
  });
}

/** Keeps the customer's language for the receipt, unless the merchant has set one. */
export async function keepLocale(ctx: Context, paymentId: string, locale: Locale | null): Promise<void> {
  if (locale && isId('pay', paymentId)) await updateLocale(ctx.db, paymentId, locale);
}

/**
 * The first address stays, unless the browser that gave it proves that by its cookie. False if it was there already and
 * another browser repeats it: the page shows it to everybody, so that proves nothing.
 */
export async function changeEmail(
  ctx: Context,
  paymentId: string,
  email: string | null,
  proof: string | undefined,
): Promise<boolean> {
  const checkout = await loadPayable(ctx, paymentId);
  const { customer_email: current } = checkout;
  const isOwn = current !== null && proof === emailProof(ctx.secrets, paymentId, current);
  if (await updateCustomerEmail(ctx.db, checkout, email, isOwn ? current : email, ctx.clock.now()))
    return isOwn || current === null;
  const now = await loadCheckout(ctx, paymentId);
  if (now.status === 'processing') throw alreadyProcessing();
  assertCanStillPay(ctx, now);
  throw new ApiError('FORBIDDEN', {
    message:
      'This payment has an e-mail address, and only the browser that it was entered in can change it. Ask the shop to change it.',
    details: { field: 'customer_email' },
  });
}

/** Creates the payment that replaces a failed one. Idempotent: later calls return the same payment. */
export async function retryPayment(
  ctx: Context,
  paymentId: string,
): Promise<{ payment_id: string; made: boolean }> {
  const failed = await loadPayable(ctx, paymentId);
  assertRetryable(failed);
  const now = ctx.clock.now();
  const made = failed.retry_id ? undefined : await insertRetry(ctx.db, failed, ctx.ids.next('pay', now), now);
  if (made) paymentAdded(ctx, made);
  const retryId = made?.payment_id ?? failed.retry_id ?? (await loadCheckout(ctx, paymentId)).retry_id;
  if (!retryId) throw new Error(`failed payment ${paymentId} has no retry`);
  return { payment_id: retryId, made: made !== undefined };
}

/** Only failed payments can be retried, and not those of an invoice, whose page creates the next payment. */
function assertRetryable(payment: CheckoutRow): void {
  if (payment.status === 'failed') {
    if (payment.invoice_id === null) return;
    throw new ApiError('INVALID_PARAMETER', {
      message: 'This payment was for an invoice. Open the invoice and pay it there.',
      details: { field: 'payment_id', provided: payment.payment_id, invoice_id: payment.invoice_id },
    });
  }
  if (isSettled(payment.status)) throw new ApiError('PAYMENT_ALREADY_COMPLETED');
  if (payment.status === 'processing') throw alreadyProcessing();
  if (payment.status === 'expired') throw new ApiError('PAYMENT_EXPIRED');
  throw new ApiError('INVALID_PARAMETER', {
    message: 'This payment has not failed and can still be paid. Pay it instead of creating another one.',
    details: { field: 'payment_id', provided: payment.payment_id, status: payment.status },
  });
}

export async function loadPayable(ctx: Context, paymentId: string): Promise<CheckoutRow> {
  const row = await loadCheckout(ctx, paymentId);
  if (!row.merchant_suspended) return row;
  throw new ApiError('ACCOUNT_SUSPENDED', {
    message: 'This shop cannot take payments right now. Contact the shop.',
  });
}

/** Locks the payment and stops the simulated customer, because a person is at the page. */
export async function lockForPerson(tx: Sql, key: CheckoutRow): Promise<PaymentRow> {
  const payment = await holdPayment(tx, key);
  if (!payment) throw notFound();
  if (payment.customer_due_at) await updateCustomerAway(tx, payment.payment_id);
  return payment;
}

export function assertCanStillPay(ctx: Context, payment: Pick<PaymentRow, 'status' | 'expires_at'>): void {
  if (isSettled(payment.status)) throw new ApiError('PAYMENT_ALREADY_COMPLETED');
  if (payment.status === 'pending' && payment.expires_at > ctx.clock.now()) return;
  throw new ApiError('PAYMENT_EXPIRED', {
    message: 'This payment can no longer be paid. Ask the shop for a new one.',
  });
}

function alreadyProcessing(): ApiError {
  return new ApiError('PAYMENT_ALREADY_COMPLETED', {
    message: 'A transaction for this payment is being confirmed. There is nothing more to pay.',
  });
}
