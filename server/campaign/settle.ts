import { until } from '../test/support/process.ts';
import type { Outside } from './checks/check.ts';

/** Leases of killed workers end within two minutes; a delivery that was cut off is repeated after one. */
const limitMs = 300_000;

/** Waits until nothing is under way: payments, refunds and deliveries of all but the hostile merchant. */
export async function settle(outside: Outside): Promise<void> {
  let open: string[] = [];
  await until(
    async () => {
      open = await underWay(outside);
      return open.length === 0;
    },
    limitMs,
    () => `Still under way: ${open.slice(0, 20).join(', ')}`,
  );
}

async function underWay({ client, tenants: { shop, live }, book, receivers }: Outside): Promise<string[]> {
  const open: string[] = [];
  const paid = new Set(book.paid.map(({ paymentId }) => paymentId));
  const isPaid = (id: string, amount: unknown) =>
    paid.has(id) || amount === '12.34' || amount === '0.01' || amount === '6.66';
  for (const tenant of [shop, live]) {
    for (const status of ['pending', 'processing'])
      for (const { payment_id, amount } of await client.list(
        tenant,
        `/payments?status=${status}`,
        'payment_id',
      ))
        if (isPaid(String(payment_id), amount)) open.push(`${payment_id} ${status}`);
    const refunds = await client.list(tenant, '/refunds?status=processing', 'refund_id');
    open.push(...refunds.map(({ refund_id }) => `${refund_id} processing`));
  }
  const pending = `/webhooks/endpoints/${receivers.endpointId}/deliveries?status=pending`;
  const deliveries = await client.list(shop, pending, 'delivery_id');
  open.push(...deliveries.map(({ delivery_id }) => `${delivery_id} pending`));
  return open;
}
