import { type Explanation, explainPayment } from '../../src/refunds/explaining.ts';
import { failTransfer, takenBack, uncovered } from '../../src/transfers/holding.ts';
import type { UnknownPayment } from '../../src/transfers/unknown-payments.ts';
import type { Cast } from '../cast.ts';
import { finishPending } from '../processes.ts';

/**
 * The operator, after a restored backup: says what each payment was that the database does not know, as `causeway transfers
 * explain` does. Waits until the shop has asked again for what was forgotten.
 */
export async function explainUnknown(cast: Cast): Promise<void> {
  const { world, shop, processes } = cast;
  if (!cast.isRestored || shop.hasWaiting()) return;
  const unknown = await world.database.query<UnknownPayment>(`
    select chain, payment_key, tx_hash, token, to_address, units::text, block_number, found_at from unknown_payments
    where explained_at is null order by chain, block_number, payment_key`);
  for (const payment of unknown) {
    const what = await explanationOf(cast, payment);
    world.trace.add(`operator explains ${payment.payment_key} ${JSON.stringify(what)}`);
    if (processes.api) void explainPayment(processes.api.ctx, payment, what).catch(() => {});
    await finishPending(cast);
  }
  await cancelUncovered(cast);
}

/** The operator ends payouts that a merchant's balance does not cover: refunds took it, or payments that nobody knew. */
export async function cancelUncovered(cast: Cast): Promise<void> {
  const held = await cast.world.database.query<{ id: string }>(`
    select transfer_id as id from transfers where kind = 'payout' and status = 'waiting'
      and held_reason in ('${takenBack}', '${uncovered}') order by 1`);
  for (const { id } of held) {
    cast.world.trace.add(`operator cancels ${id}`);
    if (cast.processes.api) void failTransfer(cast.processes.api.ctx, id).catch(() => {});
    await finishPending(cast);
  }
}

/** The refund that waits for the same money to the same address; without one, the merchant's: there is no other. */
async function explanationOf({ world }: Cast, payment: UnknownPayment): Promise<Explanation> {
  const { chain, token, units, to_address } = payment;
  const [same] = await world.database.query<{ id: string }>(`
    select transfer_id as id from transfers where kind in ('refund', 'return') and status = 'waiting' and chain = '${chain}'
      and token = '${token}' and units = ${units} and lower(to_address) = lower('${to_address}') order by 1 limit 1`);
  if (same) return { as: 'transfer', id: same.id };
  const [merchant] = await world.database.query<{ merchant_id: string }>('select merchant_id from merchants');
  return { as: 'merchant', merchantId: merchant?.merchant_id ?? '' };
}
