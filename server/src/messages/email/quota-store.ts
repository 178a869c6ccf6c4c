import type { Sql } from '../../platform/db/client.ts';

export interface QuotaUse {
  merchant_id: string;
  quota: string;
  /** How many are asked for; in answers, how many were in all. */
  used: number;
}

/**
 * Counts, and returns what each quota has come to. The rows stay locked until the transaction ends, so concurrent
 * transactions cannot exceed a limit together. Rows are taken in order, so that they cannot deadlock either.
 */
export async function countMail(sql: Sql, day: string, uses: QuotaUse[]): Promise<QuotaUse[]> {
  return sql<QuotaUse[]>`
    insert into email_quotas (merchant_id, quota, day, used)
    select merchant_id, quota, ${day}::date, used
    from json_to_recordset(${JSON.stringify(uses)}::text::json) as row (merchant_id text, quota text, used int)
    order by merchant_id, quota
    on conflict (merchant_id, quota, day) do update set used = email_quotas.used + excluded.used
    returning merchant_id, quota, used`;
}

/** Of these merchants, those whose address is not confirmed, with the addresses of their own members. */
export async function selectUnverified(
  sql: Sql,
  merchantIds: string[],
): Promise<{ merchant_id: string; members: string[] }[]> {
  return sql<{ merchant_id: string; members: string[] }[]>`
    select merchant_id, array(
      select lower(email) from members where members.merchant_id = merchants.merchant_id) as members
    from merchants where merchant_id = any(${merchantIds}::text[]) and email_verified_at is null`;
}

export async function deleteOldQuotas(sql: Sql, before: string, limit: number): Promise<number> {
  const deleted = await sql`
    delete from email_quotas where ctid = any(array(
      select ctid from email_quotas where day < ${before}::date
      order by day limit ${limit} for update skip locked))`;
  return deleted.count;
}
