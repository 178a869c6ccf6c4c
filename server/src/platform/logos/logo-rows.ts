import type { Sql } from '../db/client.ts';

export interface LogoRow {
  merchant_id: string;
  content_type: 'image/png' | 'image/jpeg' | 'image/webp';
  bytes: Buffer;
  digest: string;
}

export async function selectLogo(sql: Sql, merchantId: string): Promise<LogoRow | undefined> {
  const [row] = await sql<LogoRow[]>`
    select merchant_id, content_type, bytes, digest from merchant_logos where merchant_id = ${merchantId}`;
  return row;
}

/** Of any merchant: the same digest means the same bytes. */
export async function selectLogoByDigest(sql: Sql, digest: string): Promise<LogoRow | undefined> {
  const [row] = await sql<LogoRow[]>`
    select merchant_id, content_type, bytes, digest from merchant_logos where digest = ${digest} limit 1`;
  return row;
}

/** Returns false if the merchant does not exist. */
export async function upsertLogo(sql: Sql, row: LogoRow, now: Date): Promise<boolean> {
  const result = await sql`
    insert into merchant_logos (merchant_id, content_type, bytes, digest, created_at)
    select merchant_id, ${row.content_type}, ${row.bytes}, ${row.digest}, ${now}
    from merchants where merchant_id = ${row.merchant_id}
    on conflict (merchant_id) do update set content_type = excluded.content_type, bytes = excluded.bytes,
      digest = excluded.digest, created_at = excluded.created_at`;
  return result.count > 0;
}

/** Returns false if there was none. */
export async function deleteLogo(sql: Sql, merchantId: string): Promise<boolean> {
  const result = await sql`delete from merchant_logos where merchant_id = ${merchantId}`;
  return result.count > 0;
}
