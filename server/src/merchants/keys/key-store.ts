import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type KeyRow, keyColumns } from '../store.ts';

export interface KeyKey {
  key_id: string;
  merchant_id: string;
}

/** Newest first. */
export async function selectOwnKeys(
  sql: Sql,
  merchantId: string,
  environment: Environment,
  limit: number,
): Promise<KeyRow[]> {
  return sql<KeyRow[]>`
    select ${sql(keyColumns)} from api_keys
    where merchant_id = ${merchantId} and environment = ${environment} order by key_id desc limit ${limit}`;
}

/** Counts active keys. Locks the merchant so that no key is added concurrently. */
export async function countWorkingKeys(
  tx: Sql,
  merchantId: string,
  environment: Environment,
  now: Date,
): Promise<number> {
  await tx`select 1 from merchants where merchant_id = ${merchantId} for update`;
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from api_keys
    where merchant_id = ${merchantId} and environment = ${environment} and revoked_at is null
      and (expires_at is null or expires_at > ${now})`;
  return row?.count ?? 0;
}

/** Ignores the environment: the caller distinguishes a mismatch from an unknown key. */
export async function lockKey(tx: Sql, key: KeyKey): Promise<KeyRow | undefined> {
  const [row] = await tx<KeyRow[]>`
    select ${tx(keyColumns)} from api_keys
    where key_id = ${key.key_id} and merchant_id = ${key.merchant_id} for update`;
  return row;
}

/** Revoking again keeps the first `revoked_at`. */
export async function updateKey(
  tx: Sql,
  row: Pick<
    KeyRow,
    'key_id' | 'merchant_id' | 'name' | 'allowed_ips' | 'any_address' | 'strict' | 'revoked_at'
  >,
): Promise<void> {
  await tx`
    update api_keys set name = ${row.name}, allowed_ips = ${row.allowed_ips}::text[],
      any_address = ${row.any_address}, strict = ${row.strict}, revoked_at = coalesce(revoked_at, ${row.revoked_at}::timestamptz)
    where key_id = ${row.key_id} and merchant_id = ${row.merchant_id}`;
}

/** Null for everything. */
export async function updateKeyPermissions(
  tx: Sql,
  key: KeyKey,
  permissions: readonly string[] | null,
): Promise<void> {
  await tx`
    update api_keys set permissions = ${permissions && [...permissions]}::text[]
    where key_id = ${key.key_id} and merchant_id = ${key.merchant_id}`;
}

/** Of all keys of the merchant: nobody knows to which of them a thief gave it. */
export async function withdrawAllAnyAddress(tx: Sql, merchantId: string): Promise<void> {
  await tx`update api_keys set any_address = false where merchant_id = ${merchantId} and any_address`;
}

/** Skips keys updated after `unlessAfter`, by any process. Key ids are unique across merchants. */
export async function updateKeysUsed(sql: Sql, keyIds: string[], at: Date, unlessAfter: Date): Promise<void> {
  await sql`
    update api_keys set last_used_at = ${at}
    where key_id = any(${keyIds}::text[]) and (last_used_at is null or last_used_at <= ${unlessAfter})`;
}

/**
 * The key if it may name addresses at this moment, whatever a cache says. Locked, so that a withdrawal waits for the
 * transaction, and what comes after it is refused.
 */
export async function holdAnyAddressKey(tx: Sql, key: KeyKey): Promise<KeyRow | undefined> {
  const [row] = await tx<KeyRow[]>`
    select ${tx(keyColumns)} from api_keys
    where key_id = ${key.key_id} and merchant_id = ${key.merchant_id} and any_address and revoked_at is null
    for share`;
  return row;
}
