import type { ChainId, Token } from '../../../lib/chains/registry.ts';
import type { Currency } from '../../../lib/currencies.ts';
import type { Sql } from '../../../platform/db/client.ts';
import type { Owner } from '../owner.ts';
import type { Asset } from '../payout.ts';
import type { Schedule } from './schedule.ts';

export const unroutableWays = ['as_received', 'wait'] as const;
type Unroutable = (typeof unroutableWays)[number];

export interface SettlementRow extends Owner {
  asset: 'as_received' | 'routed';
  /** The asset that balances are exchanged into; null if they are paid as received. */
  asset_chain: ChainId | null;
  asset_token: Token | null;
  /** What to do with a balance that cannot be exchanged within the limits. */
  unroutable: Unroutable;
  schedule: Schedule;
  currency: Currency;
  minimum_minor: bigint;
  reserve_minor: bigint;
  due_at: Date | null;
  /** When the merchant requested a payout of everything; null once it was made. */
  asked_at: Date | null;
}

/** The asset that balances are exchanged into; null if they are paid as received. */
export function targetOf({ asset_chain: chain, asset_token: token }: SettlementRow): Asset | null {
  return chain && token ? { chain, token } : null;
}

export async function selectSettlement(sql: Sql, own: Owner): Promise<SettlementRow | undefined> {
  const [row] = await sql<SettlementRow[]>`
    select * from settlement_settings
    where merchant_id = ${own.merchant_id} and environment = ${own.environment}`;
  return row;
}

/** Locks the row, and creates it if there is none. Serialises changes of settings and wallets. */
export async function lockSettlement(tx: Sql, initial: SettlementRow): Promise<SettlementRow> {
  await tx`
    insert into settlement_settings (merchant_id, environment, asset, schedule, currency, minimum_minor, reserve_minor,
      due_at)
    values (${initial.merchant_id}, ${initial.environment}, ${initial.asset}, ${initial.schedule}, ${initial.currency},
      ${initial.minimum_minor.toString()}::bigint, ${initial.reserve_minor.toString()}::bigint, ${initial.due_at})
    on conflict (merchant_id, environment) do nothing`;
  const [row] = await tx<SettlementRow[]>`
    select * from settlement_settings
    where merchant_id = ${initial.merchant_id} and environment = ${initial.environment} for update`;
  return row ?? initial;
}

export async function updateSettlement(tx: Sql, row: SettlementRow): Promise<void> {
  await tx`
    update settlement_settings set asset = ${row.asset}, asset_chain = ${row.asset_chain},
      asset_token = ${row.asset_token}, unroutable = ${row.unroutable}, schedule = ${row.schedule},
      currency = ${row.currency},
      minimum_minor = ${row.minimum_minor.toString()}::bigint, reserve_minor = ${row.reserve_minor.toString()}::bigint,
      due_at = ${row.due_at}
    where merchant_id = ${row.merchant_id} and environment = ${row.environment}`;
}

/** Claims due merchants until `until`. If the worker is killed, they become due again then. */
export async function claimSettlements(
  sql: Sql,
  now: Date,
  until: Date,
  limit: number,
): Promise<SettlementRow[]> {
  return sql<SettlementRow[]>`
    with claimed as (
      update settlement_settings set due_at = ${until}
      where ctid = any(array(
        select settlement_settings.ctid from settlement_settings join merchants using (merchant_id)
        where due_at <= ${now} and status = 'active'
        order by due_at, merchant_id limit ${limit} for update of settlement_settings skip locked))
      returning *)
    select * from claimed order by merchant_id, environment`;
}

/** Makes the merchant's balances due now. */
export async function updateAsked(tx: Sql, { merchant_id, environment }: Owner, now: Date): Promise<void> {
  await tx`
    update settlement_settings set due_at = ${now}, asked_at = ${now}
    where merchant_id = ${merchant_id} and environment = ${environment}`;
}

/** No-op if the claim is lost, because the schedule was changed or a payout requested meanwhile. */
export async function updateNextLook(
  sql: Sql,
  { merchant_id, environment, schedule, due_at }: SettlementRow,
  at: Date | null,
): Promise<void> {
  await sql`
    update settlement_settings set due_at = ${at}, asked_at = null
    where merchant_id = ${merchant_id} and environment = ${environment} and due_at = ${due_at}
      and schedule = ${schedule}`;
}

export async function nextSettlement(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select min(due_at) as at from settlement_settings join merchants using (merchant_id)
    where due_at is not null and status = 'active'`;
  return row?.at ?? null;
}
