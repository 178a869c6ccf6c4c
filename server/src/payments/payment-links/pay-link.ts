import type { Context } from '../../app/context.ts';
import { ApiError } from '../../lib/errors.ts';
import { firstIdAt, isId } from '../../lib/ids.ts';
import type { Locale } from '../../lib/locales.ts';
import { parseFiat } from '../../lib/money.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { paymentAdded } from '../payment/payments.ts';
import { addLinkPayment, paymentOf } from './link-payment.ts';
import type { PublicLink } from './payment-link.ts';
import { type Closed, closedBy } from './states.ts';
import { countLinkPayments, countUnpaid, lockLink, selectPublicLink } from './store.ts';

/** No payment waits longer for its customer: `expiration_minutes` is at most a day. */
const longestWaitMs = 24 * 60 * 60_000;

/** Why no payment was made. `busy`: too many wait to be paid already. */
export type LinkProblem = Closed | 'unavailable' | 'malformed' | 'too_small' | 'too_large' | 'busy';

/** How many unpaid payments visitors can leave behind. */
export interface LinkLimits {
  unpaidPerLinkAndNetwork: number;
  unpaidPerLink: number;
  crowdedLinkFrom: number;
  unpaidPerCrowdedLinkAndNetwork: number;
}

export interface Visitor {
  /** As typed; null for a link with a fixed amount. */
  amount: string | null;
  network: string;
  /** Null leaves the checkout's language to the browser. */
  locale: Locale | null;
}

/** Throws PAYMENT_LINK_NOT_FOUND. Public: the id is all a customer has. */
export async function findPublicLink(ctx: Context, paymentLinkId: string): Promise<PublicLink> {
  const row = isId('plink', paymentLinkId) ? await selectPublicLink(ctx.db, paymentLinkId) : undefined;
  if (!row) throw new ApiError('PAYMENT_LINK_NOT_FOUND');
  return row;
}

/** Why the link takes no payments now; null when it does. */
export async function problemOf(ctx: Context, link: PublicLink): Promise<Closed | 'unavailable' | null> {
  if (link.merchant_suspended) return 'unavailable';
  // Counting reads every payment of the link, so only where the count matters.
  const paid = link.max_payments === null ? 0 : (await countLinkPayments(ctx.db, link)).paid;
  return closedBy(link, paid, ctx.clock.now());
}

/** Creates a payment that waits for the visitor, also in test mode. */
export async function payLink(
  ctx: Context,
  link: PublicLink,
  visitor: Visitor,
  limits: LinkLimits,
): Promise<{ payment_id: string } | { problem: LinkProblem }> {
  const closed = await problemOf(ctx, link);
  if (closed) return { problem: closed };
  const payment = paymentFor(ctx, link, visitor);
  if ('problem' in payment) return payment;
  const problem = await ctx.db.begin((tx) => addWithinLimits(ctx, tx, link, payment, visitor, limits));
  if (problem) return { problem };
  paymentAdded(ctx, payment);
  return { payment_id: payment.payment_id };
}

/** Decides under the link's lock, so that concurrent visitors cannot exceed its limits. */
async function addWithinLimits(
  ctx: Context,
  tx: Sql,
  link: PublicLink,
  payment: PaymentRow,
  { network }: Visitor,
  limits: LinkLimits,
): Promise<LinkProblem | null> {
  const current = await lockLink(tx, link);
  if (!current) return 'inactive';
  const paid = current.max_payments === null ? 0 : (await countLinkPayments(tx, current)).paid;
  const closed = closedBy(current, paid, ctx.clock.now());
  if (closed) return closed;
  const networkDigest = ctx.secrets.digest(network, link.payment_link_id);
  const sinceId = firstIdAt('pay', ctx.clock.nowMs() - longestWaitMs);
  const unpaid = await countUnpaid(tx, link, networkDigest, sinceId);
  if (!hasRoom(unpaid, limits)) return 'busy';
  await addLinkPayment(tx, link, payment, { networkDigest });
  return null;
}

/** Whoever fills a link from some networks takes only the room of these: others can pay up to a much higher limit. */
function hasRoom({ all, own }: { all: number; own: number }, limits: LinkLimits): boolean {
  if (all >= limits.unpaidPerLink) return false;
  const crowded = all >= limits.crowdedLinkFrom;
  return own < (crowded ? limits.unpaidPerCrowdedLinkAndNetwork : limits.unpaidPerLinkAndNetwork);
}

function paymentFor(
  ctx: Context,
  link: PublicLink,
  { amount, locale }: Visitor,
): PaymentRow | { problem: LinkProblem } {
  const entered = link.amount_minor ?? parseEntered(amount ?? '');
  if (entered === null || entered === 0n) return { problem: 'malformed' };
  if (entered < (link.minimum_minor ?? entered)) return { problem: 'too_small' };
  if (entered > (link.maximum_minor ?? entered)) return { problem: 'too_large' };
  try {
    return paymentOf(ctx, link, link, entered, locale ? { checkout_options: { locale } } : {});
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'AMOUNT_TOO_SMALL') return { problem: 'too_small' };
    return { problem: error.code === 'AMOUNT_TOO_LARGE' ? 'too_large' : 'unavailable' };
  }
}

/** Customers type what their keyboard has: a comma counts as a decimal point when at most two digits follow it. */
function parseEntered(text: string): bigint | null {
  return parseFiat(text.trim().replace(/,(?=\d{1,2}$)/, '.'));
}
