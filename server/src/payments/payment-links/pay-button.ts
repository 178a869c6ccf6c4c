import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { ApiError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { type IdempotencyClaim, underClaim } from '../../platform/db/idempotency.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { assertReferenceFree, paymentAdded } from '../payment/payments.ts';
import { type ButtonPayment, type CreateButtonPaymentBody, toButtonPayment } from './button-schema.ts';
import { addLinkPayment, paymentOf } from './link-payment.ts';
import { fixedAmount } from './payment-link.ts';
import { getLink } from './payment-links.ts';
import { closedBy } from './states.ts';
import { selectLinkPayment } from './store.ts';

/** `openerOrigin` is the origin of the page with the button. */
export async function createButtonPayment(
  ctx: Context,
  caller: Caller,
  buttonId: string,
  { openerOrigin, ...body }: CreateButtonPaymentBody & { openerOrigin: string | null },
  claim: IdempotencyClaim | null,
): Promise<ButtonPayment> {
  const payment = await ctx.db.begin((tx) =>
    underClaim(tx, claim, async () => {
      const button = await getLink(tx, caller, 'button', buttonId);
      // Neither a number of payments nor a time ends a button.
      if (closedBy(button, 0, ctx.clock.now())) throw new ApiError('BUTTON_INACTIVE');
      const row = paymentOf(ctx, caller, button, fixedAmount(button), body);
      assertReferenceFree(ctx, row);
      await addLinkPayment(tx, button, row, { openerOrigin });
      return toButtonPayment(row, buttonId, ctx.config.publicUrl);
    }),
  );
  paymentAdded(ctx, { expires_at: new Date(payment.expires_at) });
  return payment;
}

export async function getButtonPayment(
  ctx: Context,
  caller: Caller,
  buttonId: string,
  paymentId: string,
): Promise<PaymentRow> {
  const button = await getLink(ctx.db, caller, 'button', buttonId);
  const key = { ...button, payment_id: paymentId };
  const row = isId('pay', paymentId) ? await selectLinkPayment(ctx.db, key) : undefined;
  if (row) return row;
  throw new ApiError('PAYMENT_NOT_FOUND', {
    message: 'No payment with this id was created from this button.',
  });
}
