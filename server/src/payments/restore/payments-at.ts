import type { Sql } from '../../platform/db/client.ts';

/** The payments of live deposit addresses, by address. */
export async function paymentsAt(sql: Sql, addresses: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ address: string; payment_id: string }[]>`
    select distinct address, payment_id from deposits
    where environment = 'live' and address = any(${[...addresses]}::text[])`;
  return new Map(rows.map(({ address, payment_id }) => [address, payment_id]));
}
