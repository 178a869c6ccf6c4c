import { hasLost, type Simulation } from '../simulation.ts';
import { type AnyOrder, type Arrived, arrivedFor } from './coins.ts';
import { coverOf, possibleMoney } from './option-money.ts';

interface Row {
  payment_id: string;
  status: string;
  /** What the payment was detected on. */
  chain: string | null;
  token: string | null;
  /** Called off by the shop, with its invoice, or for another payment of it. */
  is_called_off: boolean;
}

const paid = ['completed', 'refunded', 'partially_refunded'];

/** Payments that were covered in time are complete, and no others are, but for those that were called off. */
export async function checkPayments(simulation: Simulation): Promise<string[]> {
  const rows = await simulation.world.database.query<Row>(`
    select p.payment_id, p.status, p.chain, p.token,
      p.cancelled_at is not null or exists (
        select from invoices i where i.invoice_id = p.invoice_id and (i.voided_at < p.expires_at or exists (
          select from payments later where later.invoice_id = p.invoice_id and later.payment_id > p.payment_id
            and later.created_at < p.expires_at)))
      as is_called_off
    from payments p`);
  return simulation.merchants.flatMap((merchant) => {
    const arrived = arrivedFor(simulation, merchant);
    return merchant.shop.orders.flatMap((order) => {
      const { paymentId, isCancelled, isChoiceLost } = order;
      const row = rows.find(({ payment_id }) => payment_id === paymentId);
      if (!row) return [`payments: ${paymentId} was acknowledged and is not there`];
      const isPaid = paid.includes(row.status);
      if (isCancelled && row.status !== 'expired')
        return [`payments: ${paymentId} was called off and is ${row.status}`];
      if ((row.is_called_off || isChoiceLost) && !isPaid) return [];
      return wrongEnd(simulation, order, merchant.toleranceBps, arrived, row);
    });
  });
}

/** Paid exactly when money covered one of its options in time. One that was detected on an option is decided there. */
export function wrongEnd(
  { world }: Pick<Simulation, 'world'>,
  order: AnyOrder,
  toleranceBps: number,
  arrived: readonly Arrived[],
  { status, chain, token }: Pick<Row, 'status' | 'chain' | 'token'>,
): string[] {
  // It stays what it was, and its balance has less.
  if (order.deposit && hasLost({ world }, order.deposit)) return [];
  const isPaid = paid.includes(status);
  const deciding = order.options.filter(
    (one) => chain === null || (one.chain === chain && one.token === token),
  );
  const covers = deciding.map((option) =>
    coverOf(option, toleranceBps, possibleMoney(world, order, option, arrived)),
  );
  // Held money may have been let go too late, and with refused money a payment fails that other money would have covered.
  const isStopped = arrived.some((one) => one.paymentId === order.paymentId && one.stopped !== null);
  if (isPaid ? covers.some(({ may }) => may) : isStopped || !covers.some(({ must }) => must)) return [];
  const options = deciding.map(
    (one) => `${one.quotes.map(({ units }) => units)} ${one.token} on ${one.chain}`,
  );
  const own = arrived.filter((one) => one.isInTime && one.paymentId === order.paymentId);
  const got = own.map((one) => `${one.units} ${one.token} on ${one.chain}`);
  return [
    `payments: ${order.paymentId} is ${status}, got ${got} in time and asks for ${options.join(' or ')}`,
  ];
}
