import type { Sql } from '../../platform/db/client.ts';

export type StopKind = 'provider' | 'chain';

export interface StopRow {
  kind: StopKind;
  name: string;
  stopped_at: Date;
}

export async function selectStops(sql: Sql): Promise<StopRow[]> {
  return sql<StopRow[]>`select * from route_stops order by kind, name`;
}

export async function insertStop(sql: Sql, { kind, name, stopped_at }: StopRow): Promise<void> {
  await sql`
    insert into route_stops (kind, name, stopped_at) values (${kind}, ${name}, ${stopped_at}) on conflict do nothing`;
}

/** False if it was not stopped. */
export async function deleteStop(sql: Sql, kind: StopKind, name: string): Promise<boolean> {
  const rows = await sql`delete from route_stops where kind = ${kind} and name = ${name} returning 1`;
  return rows.length > 0;
}
