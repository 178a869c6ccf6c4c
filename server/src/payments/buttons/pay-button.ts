import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { ApiError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { formatFiat } from '../../lib/money.ts';
import { type IdempotencyClaim, underClaim } from '../../platform/db/idempotency.ts';
import type { PaymentRow } from '../payment/payment.ts';
import {
  type AmountOwner,
  addPayment,
  assertPayable,
  assertReferenceFree,
  newPayment,
  paymentAdded,
} from '../payment/payments.ts';
import { getButton } from './buttons.ts';
import { type ButtonPayment, type CreateButtonPaymentBody, toButtonPayment } from './schema.ts';
import { makesPayments } from './states.ts';
import { type ButtonPaymentRow, type ButtonRow, insertButtonPayment, selectButtonPayment } from './store.ts';

/**
 * Creates a payment with the button's current terms; later changes of the button do not affect it. In test mode too, it
 * waits for a person. `openerOrigin` is the origin of the page with the button.
 */
export async function createButtonPayment(
  ctx: Context,
  caller: Caller,
  buttonId: string,
  body: CreateButtonPaymentBody & { openerOrigin: string | null },
  claim: IdempotencyClaim | null,
): Promise<ButtonPayment> {
  const payment = await ctx.db.begin((tx) =>
    underClaim(tx, claim, async () => {
      const button = await getButton(tx, caller, buttonId);
      if (!makesPayments(button.status)) throw new ApiError('BUTTON_INACTIVE');
      const row = { ...paymentFor(ctx, caller, button, body), button_id: button.button_id };
      await addPayment(tx, row);
      await insertButtonPayment(tx, row, body.openerOrigin);
      return toButtonPayment(row, ctx.config.publicUrl);
    }),
  );
  paymentAdded(ctx, { expires_at: new Date(payment.expires_at) });
  return payment;
}

function paymentFor(
  ctx: Context,
  owner: AmountOwner,
  button: ButtonRow,
  body: CreateButtonPaymentBody,
): PaymentRow {
  const row = newPayment(ctx, button, {
    amount: formatFiat(button.amount_minor),
    currency: button.currency,
    description: button.description ?? button.name,
    metadata: button.metadata,
    ...(button.redirect_url ? { redirect_url: button.redirect_url } : {}),
    ...(button.cancel_url ? { cancel_url: button.cancel_url } : {}),
    ...(button.expiration_minutes ? { expiration_minutes: button.expiration_minutes } : {}),
    ...(button.accepted_chains ? { accepted_chains: button.accepted_chains } : {}),
    ...(button.accepted_tokens ? { accepted_tokens: button.accepted_tokens } : {}),
    ...body,
  });
  // Check the limits again: the rate may have moved since the price was set.
  assertPayable(ctx, owner, button);
  assertReferenceFree(ctx, row);
  return row;
}

export async function getButtonPayment(
  ctx: Context,
  caller: Caller,
  buttonId: string,
  paymentId: string,
): Promise<ButtonPaymentRow> {
  const { button_id, merchant_id } = await getButton(ctx.db, caller, buttonId);
  const key = { payment_id: paymentId, button_id, merchant_id };
  const row = isId('pay', paymentId) ? await selectButtonPayment(ctx.db, key) : undefined;
  if (row) return row;
  throw new ApiError('PAYMENT_NOT_FOUND', {
    message: 'No payment with this id was created from this button.',
  });
}
