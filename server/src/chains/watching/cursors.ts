import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { upsertAddresses } from './address-store.ts';
import type { ArrivalRow } from './arrival.ts';
import { selectArrivals } from './store.ts';

export {
  selectArrivals as arrivalsOn,
  selectCursor as cursorOf,
  selectCursorForShare as holdCursor,
  selectReadUntil as readUntil,
} from './store.ts';

export interface AddressToWatch {
  chain: ChainId;
  /** With its checksum. */
  address: string;
  paymentId?: string;
  /** 90 days after the address closes. The closer it is, the less often balances are read. */
  watchUntil: Date;
  /** Whether native money is expected: it is then seen within a block and with its payer. Default true. */
  native?: boolean;
}

/** Watches addresses of ours from now on. They must not have been shown to anybody before the transaction commits. */
export async function watchAddresses(
  ctx: Pick<Context, 'clock'>,
  tx: Sql,
  rows: readonly AddressToWatch[],
): Promise<void> {
  const byKey = new Map(rows.map((row) => [`${row.chain} ${row.address}`, row]));
  if (byKey.size === 0) return;
  const named = [...byKey.values()].map((row) => ({
    chain: row.chain,
    address: row.address,
    paymentId: row.paymentId ?? null,
    native: row.native ?? true,
    watchUntil: row.watchUntil,
  }));
  await upsertAddresses(tx, ctx.clock.now(), named);
}

/** Everything that has arrived at these addresses, oldest first, with arrivals whose block was abandoned. */
export function arrivalsAt(sql: Sql, chain: ChainId, addresses: readonly string[]): Promise<ArrivalRow[]> {
  return selectArrivals(sql, [chain], addresses);
}
