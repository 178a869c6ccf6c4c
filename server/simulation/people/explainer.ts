import type { Context } from '../../src/app/context.ts';
import { cancelForOperator } from '../../src/payments/refunds/end-refunds.ts';
import { selectRefundsById } from '../../src/payments/refunds/refunds.ts';
import { type Explanation, explainPayment } from '../../src/payments/restore/explain-payments.ts';
import {
  belowZero,
  failTransfer,
  takenBack,
  uncovered,
} from '../../src/treasury/transfers/hold-transfers.ts';
import type { UnknownPayment } from '../../src/treasury/transfers/unknown-payments.ts';
import { lower } from '../chain/vault-model.ts';
import { finishPending } from '../restarts.ts';
import { hasLost, type Simulation } from '../simulation.ts';
import type { Merchant } from './merchant.ts';

/**
 * The operator, after a restored backup: says what each payment was that the database does not know, as `causeway transfers
 * explain` does. Waits until the shop has asked again for what was forgotten.
 */
export async function explainUnknown(simulation: Simulation): Promise<void> {
  const { world, merchants, processes } = simulation;
  if (!simulation.isRestored || merchants.some(({ shop }) => shop.hasWaiting())) return;
  const unknown = await world.database.query<UnknownPayment>(`
    select chain, payment_key, tx_hash, token, to_address, units::text, block_number, found_at from unknown_payments
    where explained_at is null order by chain, block_number, payment_key`);
  for (const payment of unknown) {
    for (const what of await explanationsOf(simulation, payment)) {
      world.trace.add(`operator explains ${payment.payment_key} ${JSON.stringify(what)}`);
      if (processes.api) void explainPayment(processes.api.ctx, payment, what).catch(() => {});
      await finishPending(simulation);
    }
  }
  await cancelUncovered(simulation);
}

/**
 * The operator ends payouts that a merchant's balance does not cover: refunds took it, or payments that nobody knew. Refunds
 * too, of money that a chain took back, and what would be paid of a balance below zero after a restored backup.
 */
export async function cancelUncovered(simulation: Simulation): Promise<void> {
  const payouts = `select transfer_id as id from transfers where kind = 'payout' and status = 'waiting'
      and held_reason in ('${takenBack}', '${uncovered}')`;
  const refunds = `select refund_id from refunds left join transfers on transfer_id = refund_id
      where refunds.status = 'processing' and is_held and coalesce(transfers.status, 'waiting') = 'waiting'`;
  // Asked for when a payout of the same money was forgotten.
  const owed = `select transfer_id from transfers where kind in ('refund', 'return') and status = 'waiting'
      and held_reason = '${belowZero}'`;
  const more = [...(hasLost(simulation) ? [refunds] : []), ...(simulation.isRestored ? [owed] : [])];
  const held = await simulation.world.database.query<{ id: string }>(
    `${[payouts, ...more].join(' union ')} order by 1`,
  );
  for (const { id } of held) await cancel(simulation, id);
}

async function cancel(simulation: Simulation, id: string): Promise<void> {
  simulation.world.trace.add(`operator cancels ${id}`);
  if (simulation.processes.api) void cancelAny(simulation.processes.api.ctx, id).catch(() => {});
  await finishPending(simulation);
}

/** As `causeway transfers cancel`: a refund that waits for the balance has no transfer. */
async function cancelAny(ctx: Context, id: string): Promise<void> {
  const [refund] = await selectRefundsById(ctx.db, [id]);
  if (!refund || !(await cancelForOperator(ctx, refund))) await failTransfer(ctx, id);
}

/**
 * What the operator tries, one after the other: the refund or payout that waits for the same money to the same address; a refund of
 * the payment whose refunds wait for that address in other amounts, which end; without any, the merchant's that was told its id.
 */
async function explanationsOf(simulation: Simulation, payment: UnknownPayment): Promise<Explanation[]> {
  const { world } = simulation;
  const { chain, token, units, to_address } = payment;
  const waiting = await world.database.query<{ id: string; is_same: boolean; payment_id: string | null }>(`
    select transfer_id as id, units = ${units} as is_same, payment_id
    from transfers left join refunds on refund_id = transfer_id
    where kind in ('refund', 'return') and transfers.status = 'waiting' and transfers.chain = '${chain}'
      and transfers.token = '${token}' and lower(to_address) = lower('${to_address}')
    union
    select refund_id, token_units = ${units}, payment_id from refunds
    where status = 'processing' and covered_at is null and chain = '${chain}' and token = '${token}'
      and lower(refunded_to) = lower('${to_address}') order by 1`);
  const same = waiting.find(({ is_same }) => is_same);
  if (same) return [{ as: 'transfer', id: same.id }];
  const payouts = await world.database.query<{ id: string }>(`
    select payout_id as id from payouts where status = 'processing' and chain = '${chain}' and token = '${token}'
      and token_units = ${units} and lower(address) = lower('${to_address}') order by 1`);
  if (payouts.length > 0) return payouts.map(({ id }) => ({ as: 'transfer', id }));
  const asMerchants = { as: 'merchant', merchantId: merchantOf(simulation, payment), anyway: true } as const;
  const paymentId = waiting.find(({ payment_id }) => payment_id !== null)?.payment_id;
  if (!paymentId) return [asMerchants];
  for (const { id } of waiting.filter(({ payment_id }) => payment_id === paymentId))
    await cancel(simulation, id);
  return [{ as: 'refund', paymentId }, asMerchants];
}

/** Whoever was told the payment's id, or owns the wallet that got it. */
function merchantOf(
  { merchants, lostPayIds }: Simulation,
  { payment_key, to_address }: UnknownPayment,
): string {
  const isIts = ({ shop, owner }: Merchant) =>
    [...shop.everAsked].some((id) => lostPayIds.get(id) === payment_key) ||
    owner.wallets.some(({ address }) => lower(address) === lower(to_address ?? ''));
  const merchant = merchants.find(isIts) ?? merchants[0];
  return merchant?.merchantId ?? '';
}
