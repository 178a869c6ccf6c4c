import type { Asset } from '../../platform/config/rate-settings.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { RateRow } from './rate.ts';

/**
 * Claims the due round; false if another worker has it. A due time minutes ahead comes from a wrong clock and is
 * ignored.
 */
export async function takeRound(sql: Sql, now: Date, nextAt: Date): Promise<boolean> {
  const result = await sql`
    update rate_rounds set due_at = ${nextAt}
    where due_at <= ${now} or due_at > ${nextAt}::timestamptz + interval '2 minutes'`;
  return result.count > 0;
}

export async function nextRoundAt(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ due_at: Date }[]>`select due_at from rate_rounds`;
  return row?.due_at ?? null;
}

export async function selectRates(sql: Sql): Promise<RateRow[]> {
  return sql<RateRow[]>`select asset, at, market, usd, off, sources, answers from rates`;
}

/** A slow worker does not overwrite a later round, unless that is minutes ahead, which comes from a wrong clock. */
export async function upsertRates(tx: Sql, rows: RateRow[]): Promise<void> {
  await tx`
    insert into rates (asset, at, market, usd, off, sources, answers)
    select asset, at, market, usd, off, array(select json_array_elements_text(sources)), answers
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as row (asset text, at timestamptz, market numeric,
      usd numeric, off text, sources json, answers json)
    on conflict (asset) do update set at = excluded.at, market = excluded.market, usd = excluded.usd,
      off = excluded.off, sources = excluded.sources, answers = excluded.answers
    where rates.at < excluded.at or rates.at > excluded.at + interval '2 minutes'`;
  await tx`
    insert into rate_history (at, asset, market, usd)
    select at, asset, market, usd
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as row (asset text, at timestamptz, market numeric,
      usd numeric)
    where market is not null and usd is not null
    on conflict do nothing`;
}

/** Markets after `since`, up to and including `until`. */
export async function selectMarkets(
  sql: Sql,
  since: Date,
  until: Date,
): Promise<{ asset: Asset; market: string }[]> {
  return sql<{ asset: Asset; market: string }[]>`
    select asset, market from rate_history where at > ${since} and at <= ${until} order by at`;
}

/** The last price after `since`, up to and including `at`. */
export async function selectRateAt(sql: Sql, asset: Asset, since: Date, at: Date): Promise<string | null> {
  const [row] = await sql<{ usd: string }[]>`
    select usd from rate_history where asset = ${asset} and at > ${since} and at <= ${at}
    order by at desc limit 1`;
  return row?.usd ?? null;
}

export async function deleteHistoryBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from rate_history where (at, asset) in (
      select at, asset from rate_history where at < ${before} order by at limit ${limit})`;
  return result.count;
}
