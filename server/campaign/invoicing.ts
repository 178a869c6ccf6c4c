import { setTimeout as sleep } from 'node:timers/promises';
import { customerDomain, type Tenant } from './book.ts';
import { type Action, must, type ShopContext } from './people.ts';

/** A shop that mails invoices, each to another customer, and takes some back. */
export function invoicingShop(
  { client, chance }: Pick<ShopContext, 'client' | 'chance'>,
  tenant: Tenant,
): Action {
  let invoices = 0;
  return async () => {
    const { json } = await must(
      client.post(tenant, '/invoices', {
        currency: 'USD',
        line_items: [{ description: 'Work', quantity: chance.between(1, 9), unit_price: '49.99' }],
        customer_email: `invoice-${++invoices}${customerDomain}`,
        send_email: true,
      }),
    );
    const { invoice_id } = json.data as { invoice_id: string };
    if (chance.happens(0.3)) await must(client.post(tenant, `/invoices/${invoice_id}/void`, {}));
    await sleep(chance.between(200, 1000));
  };
}
