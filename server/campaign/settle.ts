import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../test/support/process.ts';
import type { Outside } from './checks/check.ts';
import { missingMail } from './checks/mail.ts';
import { unpaidAmount } from './people.ts';

/** Leases of killed workers end within two minutes; the rest is for a busy machine, and says that nothing comes any more. */
const limitMs = 900_000;

/** Waits until nothing is under way: mail, and payments, refunds, payouts and deliveries of all but the hostile merchant. */
export async function settle(outside: Outside): Promise<void> {
  let open: string[] = [];
  await until(
    async () => {
      open = await underWay(outside);
      // Each look takes several requests.
      if (open.length > 0) await sleep(1000);
      return open.length === 0;
    },
    limitMs,
    () => `Still under way: ${open.slice(0, 20).join(', ')}`,
  );
}

async function underWay(outside: Outside): Promise<string[]> {
  const {
    client,
    tenants: { shop, live },
    receivers,
  } = outside;
  const open: string[] = [];
  for (const tenant of [shop, live]) {
    for (const status of ['pending', 'processing'])
      for (const one of await client.list(tenant, `/payments?status=${status}`, 'payment_id'))
        if (one['amount'] !== unpaidAmount) open.push(`${one['payment_id']} ${status}`);
    const refunds = await client.list(tenant, '/refunds?status=processing', 'refund_id');
    open.push(...refunds.map(({ refund_id }) => `${refund_id} processing`));
    const payouts = await client.list(tenant, '/payouts?status=processing', 'payout_id');
    open.push(...payouts.map(({ payout_id }) => `${payout_id} processing`));
  }
  const pending = `/webhooks/endpoints/${receivers.endpointId}/deliveries?status=pending`;
  const deliveries = await client.list(shop, pending, 'delivery_id');
  open.push(...deliveries.map(({ delivery_id }) => `${delivery_id} pending`));
  return open.length > 0 ? open : missingMail(outside);
}
