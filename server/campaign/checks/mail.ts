import type { Check, Outside } from './check.ts';

type Looked = Pick<Outside, 'client' | 'tenants' | 'mailbox'>;

/** How many messages each customer should get: a receipt, and one for each refund. */
async function expectedMail({ client, tenants }: Looked): Promise<Map<string, number>> {
  const expected = new Map<string, number>();
  const expectOne = (address: string) => expected.set(address, (expected.get(address) ?? 0) + 1);
  for (const tenant of Object.values(tenants)) {
    const addresses = new Map<unknown, string>();
    for (const payment of await client.list(tenant, '/payments', 'payment_id')) {
      const { payment_id, customer_email, status } = payment;
      if (customer_email === null) continue;
      addresses.set(payment_id, String(customer_email));
      if (status === 'completed' || String(status).endsWith('refunded')) expectOne(String(customer_email));
    }
    for (const { payment_id } of await client.list(tenant, '/refunds?status=completed', 'refund_id')) {
      const address = addresses.get(payment_id);
      if (address !== undefined) expectOne(address);
    }
  }
  return expected;
}

/** Finds messages that have not arrived, and those that were made twice or that nobody should get. */
async function compareMail(outside: Looked): Promise<{ missing: string[]; extra: string[] }> {
  const expected = await expectedMail(outside);
  const messages = outside.mailbox.messages();
  const [missing, extra]: [string[], string[]] = [[], []];
  for (const address of new Set([...expected.keys(), ...messages.keys()])) {
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
