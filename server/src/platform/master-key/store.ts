import type { Sql } from '../db/client.ts';
import type { Sealed } from '../secrets.ts';

const lockKey = 0x6d6b6579; // "mkey"

export interface MasterKeyRow {
  key_id: string;
  canary: Buffer | null;
  abandoned_at: Date | null;
}

/** Oldest first. Until the transaction ends, no other process checks or changes master keys. */
export async function lockMasterKeys(tx: Sql): Promise<MasterKeyRow[]> {
  await tx`select pg_advisory_xact_lock(${lockKey})`;
  return tx<MasterKeyRow[]>`
    select key_id, canary, abandoned_at from master_keys order by created_at, key_id`;
}

/** A key that was abandoned and found again is in use again. */
export async function insertMasterKey(tx: Sql, { keyId, sealed }: Sealed): Promise<void> {
  await tx`
    insert into master_keys as known (key_id, canary) values (${keyId}, ${sealed})
    on conflict (key_id) do update set canary = excluded.canary, abandoned_at = null
    where known.abandoned_at is not null`;
}

export async function abandonMasterKey(tx: Sql, keyId: string, at: Date): Promise<void> {
  await tx`
    insert into master_keys (key_id, canary, abandoned_at) values (${keyId}, null, ${at})
    on conflict (key_id) do update set canary = null, abandoned_at = excluded.abandoned_at`;
}

export async function deleteMasterKeys(tx: Sql, keyIds: string[]): Promise<void> {
  await tx`delete from master_keys where key_id = any(${keyIds}::text[]) and abandoned_at is null`;
}
