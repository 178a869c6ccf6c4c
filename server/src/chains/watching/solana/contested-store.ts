import type { Token } from '../../../lib/chains/registry.ts';
import type { Sql } from '../../../platform/db/client.ts';
import type { ContestedMovement } from './slot-ledger-port.ts';

export interface ContestedRow {
  tx_hash: string;
  account: string;
  slot: bigint;
  block_time: Date;
  mint: string | null;
  token: Token | null;
  units: string;
  payer_address: string | null;
  addresses: string[];
  found_at: Date;
}

/** Known ones stay as they are. */
export async function insertContested(tx: Sql, now: Date, rows: readonly ContestedMovement[]): Promise<void> {
  for (const { signature, account, slot, time, mint, token, units, payer, addresses } of rows)
    await tx`
      insert into contested_transactions (tx_hash, account, slot, block_time, mint, token, units, payer_address, addresses,
        found_at)
      values (${signature}, ${account}, ${slot}, ${time}, ${mint}, ${token}, ${units.toString()}, ${payer}, ${addresses},
        ${now})
      on conflict do nothing`;
}

/** Those that wait for a decision, oldest first. */
export async function selectContested(sql: Sql): Promise<ContestedRow[]> {
  return sql<ContestedRow[]>`
    select tx_hash, account, slot, block_time, mint, token, units, payer_address, addresses, found_at
    from contested_transactions where decided_at is null order by found_at, tx_hash`;
}

/** Decides for one of the addresses. Returns what came; empty when it was decided before. */
export async function updateDecided(
  tx: Sql,
  txHash: string,
  address: string,
  now: Date,
): Promise<ContestedRow[]> {
  return tx<ContestedRow[]>`
    update contested_transactions set decided_at = ${now}, decided_for = ${address}
    where tx_hash = ${txHash} and ${address} = any(addresses) and decided_at is null
    returning tx_hash, account, slot, block_time, mint, token, units, payer_address, addresses, found_at`;
}
