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
