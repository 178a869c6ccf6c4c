import type { ChainId, Token } from '../chains/registry.ts';
import type { Sql } from '../db/client.ts';

/** Final money at one deposit address that no sweep moves yet. */
export interface UnsweptRow {
  address: string;
  payment_id: string;
  token: Token;
  units: string;
  oldest: Date;
}

/** The largest first. */
export async function selectUnswept(
  sql: Sql,
  chain: ChainId,
  token: Token,
  limit: number,
): Promise<UnsweptRow[]> {
  return sql<UnsweptRow[]>`
    select a.address, w.payment_id, a.token, sum(a.units)::text as units, min(a.block_time) as oldest
    from arrivals a join watched_addresses w on w.chain = a.chain and w.address = a.address
    where a.chain = ${chain} and a.token = ${token} and a.state = 'final' and a.sweep_id is null
      and w.payment_id is not null
    group by a.address, w.payment_id, a.token
    order by sum(a.units) desc limit ${limit}`;
}

/** Gives what lies at an address to a sweep. Returns the units; 0 when another worker was quicker. */
export async function updateSwept(
  tx: Sql,
  chain: ChainId,
  { address, token }: UnsweptRow,
  sweepId: string,
): Promise<bigint> {
  const rows = await tx<{ units: string }[]>`
    update arrivals set sweep_id = ${sweepId}
    where chain = ${chain} and address = ${address} and token = ${token} and state = 'final' and sweep_id is null
    returning units::text as units`;
  return rows.reduce((sum, { units }) => sum + BigInt(units), 0n);
}

/** What sweeps under way bring into the vault. */
export async function sumSweeping(sql: Sql, chain: ChainId, token: Token): Promise<bigint> {
  const [row] = await sql<{ units: string }[]>`
    select coalesce(sum(units), 0)::text as units from transfers
    where status in ('waiting', 'sending') and kind = 'sweep' and chain = ${chain} and token = ${token}`;
  return BigInt(row?.units ?? '0');
}
