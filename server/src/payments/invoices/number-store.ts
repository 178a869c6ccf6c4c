import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';

export interface NumberOwner {
  merchant_id: string;
  environment: Environment;
}

/** Serializes number assignment for this merchant and environment until the transaction ends. */
export async function lockCounter(tx: Sql, { merchant_id, environment }: NumberOwner): Promise<void> {
  await tx`
    insert into invoice_counters (merchant_id, environment, last_number) values (${merchant_id}, ${environment}, 0)
    on conflict (merchant_id, environment) do update set last_number = invoice_counters.last_number`;
}

/**
 * Takes the first unused number after the last generated one. A separate statement from lockCounter, so that it sees what
 * the previous lock holder committed. A rollback returns the number, so there are no gaps.
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
  if (!row) throw new Error('takeNextNumber was called without lockCounter');
  return row.last_number;
}
