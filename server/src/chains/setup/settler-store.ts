import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';

/** The key that pays the gas of payments by signature on a chain, as a worker that has it last saw it. */
export interface SettlerRow {
  chain: ChainId;
  address: string;
  noted_at: Date;
  /** Its native money, and what one payment by signature costs now: numeric(78, 0), as text. */
  units: string;
  settle_units: string;
  is_low: boolean;
  /** USDC, and its name and version in signatures. Null where it takes none. */
  contract: string | null;
  domain_name: string | null;
  domain_version: string | null;
}

/** A key that never had enough gas is not in use, so it is not low. */
export async function upsertSettler(
  sql: Sql,
  row: Omit<SettlerRow, 'is_low'>,
  isShort: boolean,
): Promise<void> {
  const fundedAt = isShort ? null : row.noted_at;
  await sql`
    insert into settlers as known (chain, address, noted_at, units, settle_units, is_low, funded_at, contract, domain_name,
      domain_version)
    values (${row.chain}, ${row.address}, ${row.noted_at}, ${row.units}::numeric, ${row.settle_units}::numeric, false,
      ${fundedAt}, ${row.contract}, ${row.domain_name}, ${row.domain_version})
    on conflict (chain, address) do update set noted_at = excluded.noted_at, units = excluded.units,
      settle_units = excluded.settle_units, is_low = ${isShort} and known.funded_at is not null,
      funded_at = coalesce(known.funded_at, excluded.funded_at), contract = excluded.contract,
      domain_name = excluded.domain_name, domain_version = excluded.domain_version`;
}

/** Newest first. Also keys that were used before: their gas is in the ledger. */
export async function selectSettlers(sql: Sql): Promise<SettlerRow[]> {
  return sql<SettlerRow[]>`
    select chain, address, noted_at, units, settle_units, is_low, contract, domain_name, domain_version
    from settlers order by noted_at desc`;
}
