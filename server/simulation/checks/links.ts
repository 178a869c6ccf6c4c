import { maxAmount } from '../operator.ts';
import type { Simulation } from '../simulation.ts';

interface Row {
  payment_id: string;
  payment_link_id: string | null;
  amount_minor: string;
  currency: string;
}

/** Payments of a link are its payments, with its amount. None is above the merchant's maximum. */
export async function checkLinks({ world, merchants, isRestored }: Simulation): Promise<string[]> {
  const rows = await world.database.query<Row>(`
    select p.payment_id, made.payment_link_id, p.amount_minor::text, p.currency
    from payments p left join payment_link_payments made using (payment_id, merchant_id)`);
  const above = rows.filter(({ amount_minor, currency }) => {
    const { over, under } = world.prices.usdPerCurrency(currency);
    return BigInt(amount_minor) * over > BigInt(Number(maxAmount) * 100) * under;
  });
  const problems = above.map(
    ({ payment_id, amount_minor }) => `payments: ${payment_id} is of ${amount_minor}`,
  );
  if (isRestored) return problems;
  for (const { linkId, payments } of merchants.flatMap(({ linkSeller }) => linkSeller.links))
    for (const { paymentId, amountMinor } of payments) {
      const row = rows.find(({ payment_id }) => payment_id === paymentId);
      if (row?.payment_link_id !== linkId || Number(row.amount_minor) !== amountMinor)
        problems.push(
          `links: ${paymentId} of ${linkId} over ${amountMinor} is ${row?.amount_minor} of ${row?.payment_link_id}`,
        );
    }
  return problems;
}
