import type { Context } from '../../app/context.ts';
import { addPayment, newPayment, paymentAdded } from '../../payments/payment/payments.ts';

/** What a visitor of the front page pays. Completes 2 to 3 seconds after paying. */
const order = { amount: '49.99', currency: 'USD', description: 'Demo order: two concert tickets' } as const;

/** A test payment that waits for its visitor: no simulated customer pays it. It leads back to the front page. */
export async function createDemoPayment(ctx: Context, merchantId: string): Promise<string> {
  const front = `${ctx.config.publicUrl}/`;
  const row = newPayment(
    ctx,
    { merchant_id: merchantId, environment: 'test' },
    { ...order, redirect_url: front, cancel_url: front },
  );
  await addPayment(ctx.db, row);
  paymentAdded(ctx, row);
  return row.payment_id;
}
