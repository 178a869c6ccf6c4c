import type { Sql } from '../../platform/db/client.ts';

/** Those of these transactions that are ours: they bring money that is booked otherwise. */
export async function selectOwnHashes(sql: Sql, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ hash: string }[]>`
    select hash from unnest(${hashes}::text[]) as hash
    where exists (select from transfer_signatures where tx_hash = hash)
      or exists (select from solana_signatures where tx_hash = hash)
      or exists (select from route_steps where call_hash = hash or arrived_hash = hash)
      or exists (select from contested_transactions where tx_hash = hash)
      or exists (select from arrivals where tx_hash = hash and state <> 'gone' and sweep_id = 'treasury')`;
  return new Set(rows.map(({ hash }) => hash));
}

/** Those of these addresses that are deposit addresses of ours, in lower case. */
export async function selectOwnDeposits(sql: Sql, addresses: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ address: string }[]>`
    select distinct lower(address) as address from deposits
    where environment = 'live' and lower(address) = any(${addresses.map((one) => one.toLowerCase())}::text[])`;
  return new Set(rows.map(({ address }) => address));
}

/** Units of a token that were booked as surplus before. */
export async function selectBookedSurplus(sql: Sql, chain: string, token: string): Promise<bigint> {
  const [row] = await sql<{ units: string }[]>`
    select coalesce(sum(e.units), 0) as units from ledger_lines e join ledger_accounts a using (account_id)
    where e.kind = 'surplus' and a.kind = 'vault' and a.chain = ${chain} and a.token = ${token}`;
  return BigInt(row?.units ?? 0);
}
