import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { TransferStatus } from './states.ts';

export interface PlaceRow {
  transfer_id: string;
  series: string;
  pay_id: string;
  /** numeric(78, 0), as text. */
  units: string;
  status: TransferStatus;
}

/** The transfers of these series that were paid, or may be. */
export async function selectPlaces(sql: Sql, series: readonly string[]): Promise<PlaceRow[]> {
  return sql<PlaceRow[]>`
    select transfer_id, series, pay_id, units, status from transfers
    where series = any(${[...series]}::text[]) and pay_id is not null`;
}

/** Those of these ids that paid something which the operator has explained. */
export async function selectExplainedUnits(
  sql: Sql,
  chain: ChainId,
  payIds: readonly string[],
): Promise<{ payment_key: string; units: string }[]> {
  return sql<{ payment_key: string; units: string }[]>`
    select payment_key, units from unknown_payments
    where chain = ${chain} and payment_key = any(${[...payIds]}::text[]) and explained_at is not null`;
}
