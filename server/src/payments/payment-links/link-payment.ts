import type { Context } from '../../app/context.ts';
import { formatFiat } from '../../lib/money.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { type AmountOwner, addPayment, assertPayable, newPayment } from '../payment/payments.ts';
import type { CreatePaymentBody } from '../payment/schema.ts';
import { linkMetadataKey } from './content.ts';
import type { PaymentLinkRow } from './payment-link.ts';
import { insertLinkPayment, type LinkPaymentOrigin } from './store.ts';

/**
 * A payment with the current terms of a link or button; later changes of these do not affect it. In test mode too, it
 * waits for a person. `given` is what the customer may set.
 */
export function paymentOf(
  ctx: Context,
  owner: AmountOwner,
  link: PaymentLinkRow,
  amountMinor: bigint,
  given: Pick<CreatePaymentBody, 'customer_email' | 'checkout_options'>,
): PaymentRow {
  // Checked again: the rate may have moved since the amounts were set.
  assertPayable(ctx, owner, { amount_minor: amountMinor, currency: link.currency });
  const named = link.kind === 'link' ? { [linkMetadataKey]: link.payment_link_id } : {};
  return newPayment(ctx, link, {
    amount: formatFiat(amountMinor),
    currency: link.currency,
    description: link.description ?? link.name,
    metadata: { ...link.metadata, ...named },
    ...(link.redirect_url ? { redirect_url: link.redirect_url } : {}),
    ...(link.cancel_url ? { cancel_url: link.cancel_url } : {}),
    ...(link.expiration_minutes ? { expiration_minutes: link.expiration_minutes } : {}),
    ...(link.accepted_chains ? { accepted_chains: link.accepted_chains } : {}),
    ...(link.accepted_tokens ? { accepted_tokens: link.accepted_tokens } : {}),
    ...given,
  });
}

export async function addLinkPayment(
  tx: Sql,
  { payment_link_id }: PaymentLinkRow,
  payment: PaymentRow,
  origin: LinkPaymentOrigin,
): Promise<void> {
  await addPayment(tx, payment);
  await insertLinkPayment(tx, payment, payment_link_id, origin);
}
