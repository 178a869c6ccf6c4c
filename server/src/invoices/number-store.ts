import type { Sql } from '../db/client.ts';
import type { Environment } from '../environment.ts';

export interface NumberOwner {
  merchant_id: string;
  environment: Environment;
}

/** Until this transaction ends nobody else of this merchant and environment gives out or takes a number. */
export async function lockCounter(tx: Sql, { merchant_id, environment }: NumberOwner): Promise<void> {
  await tx`
    insert into invoice_counters (merchant_id, environment, last_number) values (${merchant_id}, ${environment}, 0)
    on conflict (merchant_id, environment) do update set last_number = invoice_counters.last_number`;
}

/**
 * The first number after the last generated one that no invoice has. A statement of its own after lockCounter, so that
 * it sees what those committed who had the lock before; rolled back with its transaction, so that no gap stays.
 */
export async function takeNextNumber(tx: Sql, { merchant_id, environment }: NumberOwner): Promise<bigint> {
  const [row] = await tx<{ last_number: bigint }[]>`
    update invoice_counters counter set last_number = (
      select taken.n + 1 from (
        select counter.last_number as n
        union all
        select numbered from invoices
        where merchant_id = ${merchant_id} and environment = ${environment} and numbered > counter.last_number
      ) as taken
      where not exists (
        select from invoices
        where merchant_id = ${merchant_id} and environment = ${environment} and numbered = taken.n + 1)
      order by taken.n limit 1)
    where merchant_id = ${merchant_id} and environment = ${environment}
    returning last_number`;
  if (!row) throw new Error('an invoice number was asked for without lockCounter');
  return row.last_number;
}
