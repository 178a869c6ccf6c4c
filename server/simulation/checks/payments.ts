import { neededUnits } from '../oracle/amounts.ts';
import type { Simulation } from '../simulation.ts';
import { arrivedFor, countedUnits } from './coins.ts';

interface Row {
  payment_id: string;
  status: string;
  /** Called off by the shop, with its invoice, or for another payment of it. */
  is_called_off: boolean;
}

const paid = ['completed', 'refunded', 'partially_refunded'];

/** Payments that were covered in time are complete, and no others are, but for those that were called off. */
export async function checkPayments(simulation: Simulation): Promise<string[]> {
  const rows = await simulation.world.database.query<Row>(`
    select p.payment_id, p.status,
      p.cancelled_at is not null or exists (
        select from invoices i where i.invoice_id = p.invoice_id and (i.voided_at < p.expires_at or exists (
          select from payments later where later.invoice_id = p.invoice_id and later.payment_id > p.payment_id
            and later.created_at < p.expires_at)))
      as is_called_off
    from payments p`);
  return simulation.merchants.flatMap((merchant) => {
    const arrived = arrivedFor(simulation, merchant);
    return merchant.shop.orders.flatMap(({ paymentId, deposit, isCancelled, isChoiceLost }) => {
      const row = rows.find(({ payment_id }) => payment_id === paymentId);
      if (!row) return [`payments: ${paymentId} was acknowledged and is not there`];
      const units = countedUnits(arrived, paymentId);
      const needed = deposit && neededUnits(deposit.units, merchant.toleranceBps);
      const isCovered = needed !== null && units >= needed;
      const isPaid = paid.includes(row.status);
      if (isCancelled && row.status !== 'expired')
        return [`payments: ${paymentId} was called off and is ${row.status}`];
      if (isCovered === isPaid || ((row.is_called_off || isChoiceLost) && !isPaid)) return [];
      return [`payments: ${paymentId} is ${row.status}, got ${units} in time and needs ${needed}`];
    });
  });
}
