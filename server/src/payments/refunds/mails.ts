import type { Context } from '../../app/context.ts';
import { shownSymbol, tokenDecimals } from '../../lib/chains/registry.ts';
import { formatFiat, formatTokenAmount } from '../../lib/money.ts';
import { hasRule } from '../../merchants/approvals/require-approval.ts';
import { queueNotices } from '../../messages/email/emails.ts';
import type { CustomerMessage } from '../../messages/email/messages.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { type ClaimKey, newClaim } from './claim-links.ts';
import { isEmailFromCheckout } from './claim-store.ts';
import type { RefundRow } from './store.ts';

/** Tells the customer that the money was sent. */
export async function mailCompleted(
  ctx: Context,
  tx: Sql,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<void> {
  await mail(ctx, tx, payment, refund, {
    kind: 'refund_completed',
    ...linesOf(payment, refund),
    amount: formatFiat(refund.amount_minor),
    tx_hash: refund.tx_hash ?? '',
    refunded_to: refund.refunded_to ?? '',
    completed_at: (refund.completed_at ?? refund.created_at).toISOString(),
  });
}

/**
 * Whether the customer may be mailed a claim link, with which its holder names any address. While a second member approves
 * addresses, only at an e-mail address that came with the payment: at the checkout, anybody with the URL can give one.
 */
export async function mayMailClaim(tx: Sql, payment: PaymentRow): Promise<boolean> {
  if (payment.customer_email === null) return false;
  return !(await hasRule(tx, payment, 'address')) || !(await isEmailFromCheckout(tx, payment));
}

/** What a customer is asked about: a refund, or unapplied money, which has neither reason nor amount in a currency. */
export type ClaimedMoney = ClaimKey &
  Pick<RefundRow, 'chain' | 'token' | 'token_units'> &
  Partial<Pick<RefundRow, 'amount_minor' | 'reason'>>;

/** Asks the customer for an address, if `mayMailClaim`. `refused` is an address that rejected the money. */
export async function mailClaim(
  ctx: Context,
  tx: Sql,
  payment: PaymentRow,
  money: ClaimedMoney,
  { deadline, refused }: { deadline: Date; refused: string | null },
): Promise<void> {
  await mail(ctx, tx, payment, money, {
    kind: 'refund_claim',
    ...linesOf(payment, money),
    amount: money.amount_minor === undefined ? null : formatFiat(money.amount_minor),
    link: await newClaim(ctx, tx, money),
    expires_at: deadline.toISOString(),
    refused,
  });
}

async function mail(
  ctx: Context,
  tx: Sql,
  { merchant_id: merchantId, environment, customer_email: to }: PaymentRow,
  money: ClaimKey,
  message: CustomerMessage,
): Promise<void> {
  const resourceId = idOf(money);
  if (to !== null) await queueNotices(ctx, tx, [{ merchantId, environment, resourceId, to, message }]);
}

const idOf = (money: ClaimKey) => ('refund_id' in money ? money.refund_id : money.unapplied_id);

function linesOf(payment: PaymentRow, money: ClaimedMoney) {
  const { chain, token } = money;
  return {
    locale: payment.locale ?? 'en',
    refund_id: idOf(money),
    currency: payment.currency,
    payment_amount: formatFiat(payment.amount_minor),
    description: payment.description,
    reference_id: payment.reference_id,
    reason: money.reason ?? null,
    chain,
    token: shownSymbol(payment.environment, token),
    token_amount: formatTokenAmount(BigInt(money.token_units), tokenDecimals(chain, token)),
  };
}
