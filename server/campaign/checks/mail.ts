import { customerDomain, madeBy } from '../book.ts';
import type { Check, Outside } from './check.ts';

type Looked = Pick<Outside, 'book' | 'client' | 'tenants' | 'mailbox'>;

/** How many messages each customer should get: an invoice, or a receipt and one for each refund. */
async function expectedMail({ book, client, tenants }: Looked): Promise<Map<string, number>> {
  const expected = new Map<string, number>();
  const expectOne = (address: string) => expected.set(address, (expected.get(address) ?? 0) + 1);
  for (const tenant of Object.values(tenants)) {
    const made = madeBy(book, tenant, '/payments').map(({ data }) => data);
    const addresses = new Map(made.map((one) => [one['payment_id'], one['customer_email']]));
    for (const { payment_id, status } of await client.list(tenant, '/payments', 'payment_id')) {
      const isPaid = status === 'completed' || String(status).endsWith('refunded');
      const address = addresses.get(payment_id);
      if (isPaid && typeof address === 'string') expectOne(address);
    }
    for (const { payment_id } of await client.list(tenant, '/refunds?status=completed', 'refund_id')) {
      const address = addresses.get(payment_id);
      if (typeof address === 'string') expectOne(address);
    }
  }
  for (const { data } of madeBy(book, tenants.shop, '/invoices')) expectOne(String(data['customer_email']));
  return expected;
}

/** Finds messages that have not arrived, and those that were made twice or that nobody should get. */
async function compareMail(outside: Looked): Promise<{ missing: string[]; extra: string[] }> {
  const expected = await expectedMail(outside);
  const messages = outside.mailbox.messages();
  const [missing, extra]: [string[], string[]] = [[], []];
  const customers = [...messages.keys()].filter((address) => address.endsWith(customerDomain));
  for (const address of new Set([...expected.keys(), ...customers])) {
    const [count, got] = [expected.get(address) ?? 0, messages.get(address)?.size ?? 0];
    const problem = `mail: ${address} got ${got} messages instead of ${count}`;
    if (got !== count) (got < count ? missing : extra).push(problem);
  }
  return { missing, extra };
}

/** Messages that are still to be sent. */
export async function missingMail(outside: Looked): Promise<string[]> {
  return (await compareMail(outside)).missing;
}

export const checkMail: Check = async (outside) => {
  const { missing, extra } = await compareMail(outside);
  return [...missing, ...extra];
};
