import type { Fragment, Sql } from './client.ts';

export interface PageRequest {
  merchantId: string;
  cursorId: string | null;
  direction: 'older' | 'newer';
  limit: number;
}

interface PageSource {
  table: string;
  idColumn: string;
  columns: string[];
  /** Conditions in addition to merchant and cursor. */
  where: Fragment;
}

export interface Page<Row> {
  /** The environment of the cursor's row; null when this merchant has no such row. */
  cursorEnvironment: string | null;
  rows: Row[];
  hasMore: boolean;
}

/**
 * Selects a page, newest first, in one round trip. Ids must sort by creation. Fetches one extra row for `hasMore`, and
 * joins the cursor's row from the left, so that an empty page still tells whether the cursor exists.
 */
export async function selectPage<Row extends object>(
  sql: Sql,
  source: PageSource,
  page: PageRequest,
): Promise<Page<Row>> {
  const older = page.direction === 'older';
  const id = sql(source.idColumn);
  const pastCursor = older ? sql`and ${id} < ${page.cursorId}` : sql`and ${id} > ${page.cursorId}`;
  const found = await sql<(Row & { cursor_environment: string | null; on_page: boolean | null })[]>`
    select cursor.environment as cursor_environment, page.*
    from (select (
      select environment from ${sql(source.table)} where ${id} = ${page.cursorId} and merchant_id = ${page.merchantId}
    ) as environment) as cursor
    left join lateral (
      select true as on_page, ${sql(source.columns)}
      from ${sql(source.table)}
      where merchant_id = ${page.merchantId} and ${source.where} ${page.cursorId === null ? sql`` : pastCursor}
      order by ${id} ${older ? sql`desc` : sql`asc`}
      limit ${page.limit + 1}
    ) as page on true`;
  const rows: Row[] = found.filter((row) => row.on_page).slice(0, page.limit);
  return {
    cursorEnvironment: found[0]?.cursor_environment ?? null,
    rows: older ? rows : rows.reverse(),
    hasMore: found.filter((row) => row.on_page).length > page.limit,
  };
}
