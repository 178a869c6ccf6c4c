import type { IdPrefix } from '../../lib/ids.ts';
import type { Fragment, Sql } from '../../platform/db/client.ts';

/** Sorts after any character that can follow a prefix. */
const lastCharacter = '\u{10FFFF}';
const idLength = 26;

/** Whether the column begins with the text, in any case. Uses an index of `lower(column) text_pattern_ops`. */
export function beginsWith(sql: Sql, column: Fragment, text: string): Fragment {
  return sql`${column} is not null and lower(${column}) ~>=~ lower(${text})
    and lower(${column}) ~<~ (lower(${text}) || ${lastCharacter})`;
}

/** The range of ids that begin with the text. Ids are lower case and of fixed length, so it is valid in any collation. */
export function idRange(prefix: IdPrefix, text: string): { lowest: string; highest: string } {
  const start = text.toLowerCase();
  const length = prefix.length + 1 + idLength;
  const possible =
    start.startsWith(`${prefix}_`) &&
    start.length <= length &&
    /^[0-9a-z]*$/.test(start.slice(prefix.length + 1));
  return possible
    ? { lowest: start.padEnd(length, '0'), highest: start.padEnd(length, 'z') }
    : { lowest: '', highest: '' };
}
