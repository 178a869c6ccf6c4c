import type { ChainId, Token } from '../../../lib/chains/registry.ts';
import { waitsForCap } from '../../../messages/alarms/capped.ts';
import type { Sql } from '../../../platform/db/client.ts';
import { dueKinds, mayBeSent } from '../store.ts';
import type { TransferKind, TransferRow } from '../transfer.ts';

/** Of each merchant the oldest payment of at most so many units that waits for the cap. */
export async function selectFirstCapped(
  sql: Sql,
  chain: ChainId,
  token: Token,
  isScreened: boolean,
  maxUnits: bigint,
  limit: number,
): Promise<TransferRow[]> {
  return sql<TransferRow[]>`
    select distinct on (merchant_id) * from transfers
    where ${mayBeSent(sql, chain, 'payments', isScreened)} and token = ${token}
      and problem = ${waitsForCap} and units <= ${maxUnits.toString()}::numeric
    order by merchant_id, created_at, transfer_id limit ${limit}`;
}

/** What these merchants were paid since then, or will be; payouts by wallet. */
export async function selectPaidSince(
  sql: Sql,
  chain: ChainId,
  token: Token,
  merchants: readonly string[],
  since: Date,
): Promise<{ merchant_id: string; kind: TransferKind; to_address: string; units: string }[]> {
  return sql<{ merchant_id: string; kind: TransferKind; to_address: string; units: string }[]>`
    select merchant_id, kind, to_address, sum(units)::text as units from (
      select merchant_id, kind, case when kind = 'payout' then to_address else '' end as to_address, units
      from transfers
      where merchant_id = any(${[...merchants]}::text[]) and chain = ${chain} and token = ${token}
        and status = 'completed' and environment = 'live' and ended_at > ${since}
        and kind = any(${[...dueKinds.payments]}::text[])
      union all
      select merchant_id, kind, case when kind = 'payout' then to_address else '' end, units
      from transfers
      where merchant_id = any(${[...merchants]}::text[]) and chain = ${chain} and token = ${token}
        and status = 'sending' and environment = 'live' and kind = any(${[...dueKinds.payments]}::text[])
    ) as paid group by merchant_id, kind, to_address`;
}
