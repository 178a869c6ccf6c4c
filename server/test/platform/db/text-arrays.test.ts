import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../../src/platform/db/client.ts';
import { enterEmptyDatabase } from './empty-database.ts';

let db: Db;
let leave: () => Promise<void>;
beforeAll(async () => {
  ({ db, leave } = await enterEmptyDatabase());
});
afterAll(() => leave());

async function stored(texts: (string | null)[]): Promise<unknown[]> {
  const rows = await db`
    select text from unnest(${texts}::text[]) with ordinality as one (text, place) order by place`;
  return rows.map((row) => row['text']);
}

it('a list of texts arrives as it is: quotes, backslashes, line ends, control characters, emoji, null', async () => {
  const texts = [
    '',
    'null',
    'NULL',
    '{}',
    'a,b',
    '"',
    '\\',
    '\\n',
    'a\nb\r\t',
    '\u0001\u007f\u0085',
    '😀é\u2028',
    null,
  ];
  expect(await stored(texts)).toEqual(texts);
  expect(await stored([null])).toEqual([null]);
  expect(await stored([])).toEqual([]);
});

it('and so does any other that Postgres can store', async () => {
  const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
  const binary = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'));
  const list = fc.array(fc.oneof(text, binary, fc.constant(null)), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(list, async (texts) => {
      expect(await stored(texts)).toEqual(texts);
    }),
  );
});
