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
  const taken = tx`from invoices i where merchant_id = ${merchant_id} and environment = ${environment}`;
  const [row] = await tx<{ last_number: bigint }[]>`
    update invoice_counters counter set last_number = case
      when not exists (select ${taken} and numbered = counter.last_number + 1) then counter.last_number + 1
      else (
        select numbered + 1 ${taken} and numbered > counter.last_number and not exists (
          select from invoices next
          where next.merchant_id = i.merchant_id and next.environment = i.environment and next.numbered = i.numbered + 1)
        order by numbered limit 1)
      end
    where merchant_id = ${merchant_id} and environment = ${environment}
    returning last_number`;
  if (!row) throw new Error('an invoice number was asked for without lockCounter');
  return row.last_number;
}
