import type { Cast } from '../cast.ts';
import { contractOf, received } from './truth.ts';

interface Row {
  payment_id: string;
  status: string;
  needed: string | null;
}

const paid = ['completed', 'refunded', 'partially_refunded'];

/** Payments that were covered in time are complete, and no others are. */
export async function checkPayments(cast: Cast): Promise<string[]> {
  const rows = await cast.world.database.query<Row>(`
    select p.payment_id, p.status, (d.token_units - d.tolerance_units)::text as needed
    from payments p left join deposits d using (payment_id, merchant_id)`);
  const all = new Map(cast.world.chains.map((chain) => [chain, received(cast, chain)]));
  return cast.shop.orders.flatMap(({ paymentId, deposit, token, chain, expiresAtMs }) => {
    const row = rows.find(({ payment_id }) => payment_id === paymentId);
    if (!row) return [`payments: ${paymentId} was acknowledged and is not there`];
    const contract = contractOf(chain, token);
    const inTime = (all.get(chain) ?? []).filter(
      (one) => one.to === deposit?.address && one.token === contract && one.block.timeMs <= expiresAtMs,
    );
    const units = inTime.reduce((sum, one) => sum + one.units, 0n);
    const isCovered = row.needed !== null && units >= BigInt(row.needed);
    if (isCovered === paid.includes(row.status)) return [];
    return [`payments: ${paymentId} is ${row.status}, got ${units} in time and needs ${row.needed}`];
  });
}
