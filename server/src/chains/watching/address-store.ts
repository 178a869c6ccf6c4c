import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { WatchedRow } from './ledger-port.ts';

export interface NewAddress extends Omit<WatchedRow, 'registeredAt'> {
  chain: ChainId;
  paymentId: string | null;
}

/** Registers addresses. What is known of one is only ever extended: a later `watch_until`, native money too. */
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
  /** Null if nothing has changed: the only row then has the mark alone. */
  address: string | null;
  native: boolean;
  registered_at: Date;
  watch_until: Date;
}

/**
 * Addresses that changed since `mark`. The new mark is the oldest transaction that still runs, so that the next read includes
 * what it writes. Mark and rows must be of one snapshot, so they are one statement.
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
