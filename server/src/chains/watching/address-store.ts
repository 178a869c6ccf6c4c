import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { WatchedRow } from './ledger-port.ts';

export interface NewAddress extends Omit<WatchedRow, 'registeredAt'> {
  chain: ChainId;
  paymentId: string | null;
}

/** Watching is only ever extended. */
export async function upsertAddresses(tx: Sql, now: Date, rows: readonly NewAddress[]): Promise<void> {
  await tx`
    insert into watched_addresses as known (chain, address, payment_id, native, watch_until, registered_at)
    select *, ${now}::timestamptz from unnest(
      ${rows.map((row) => row.chain)}::text[], ${rows.map((row) => row.address)}::text[],
      ${rows.map((row) => row.paymentId)}::text[], ${rows.map((row) => row.native)}::boolean[],
      ${rows.map((row) => row.watchUntil.toISOString())}::timestamptz[])
    on conflict (chain, address) do update set native = known.native or excluded.native,
      watch_until = greatest(known.watch_until, excluded.watch_until),
      payment_id = coalesce(known.payment_id, excluded.payment_id), changed_by = pg_current_xact_id()
    where (known.native, known.watch_until) is distinct from
      (known.native or excluded.native, greatest(known.watch_until, excluded.watch_until))`;
}

interface ChangedRow {
  mark: string;
  /** Null in the one row that has the mark alone. */
  address: string | null;
  native: boolean;
  registered_at: Date;
  watch_until: Date;
}

/**
 * The mark is the oldest transaction that was still running: what it writes is read the next time. One statement, and so
 * one snapshot: every step of a chain asks.
 */
export async function selectAddresses(
  sql: Sql,
  chain: ChainId,
  now: Date,
  mark: string | null,
): Promise<{ rows: WatchedRow[]; mark: string }> {
  const found = await sql<ChangedRow[]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as mark, w.address, w.native, w.registered_at, w.watch_until
    from (values (1)) as one left join watched_addresses w
      on w.chain = ${chain} and w.changed_by >= ${mark ?? '0'}::xid8 and w.watch_until > ${now}`;
  const rows = found.flatMap(({ address, native, registered_at, watch_until }) =>
    address === null ? [] : [{ address, native, registeredAt: registered_at, watchUntil: watch_until }],
  );
  return { rows, mark: found[0]?.mark ?? '0' };
}
