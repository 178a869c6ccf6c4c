import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db, Fragment } from '../../../src/platform/db/client.ts';
import { enterEmptyDatabase } from './empty-database.ts';

let db: Db;
let leave: () => Promise<void>;
beforeAll(async () => {
  ({ db, leave } = await enterEmptyDatabase());
});
afterAll(() => leave());

const sent = async (expression: Fragment) => (await db`select ${expression} as value`)[0]?.['value'];

const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'));
const int8 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const moment = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

describe('a value comes back as it was sent', () => {
  it('text, with quotes, backslashes, control characters and all', () =>
    fc.assert(
      fc.asyncProperty(text, async (value) => {
        expect(await sent(db`${value}::text`)).toBe(value);
      }),
    ));

  it('int8 as bigint, also in lists', () =>
    fc.assert(
      fc.asyncProperty(int8, fc.array(fc.oneof(int8, fc.constant(null))), async (value, list) => {
        expect(await sent(db`${value}`)).toBe(value);
        expect(await sent(db`${list}::bigint[]`)).toEqual(list);
      }),
    ));

  it('numeric as text, every digit of it', () =>
    fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 0n, max: 10n ** 78n - 1n }), async (units) => {
        const value = `${units}.000100`;
        expect(await sent(db`${value}::numeric`)).toBe(value);
        expect(await sent(db`${[value, null]}::numeric[]`)).toEqual([value, null]);
      }),
    ));

  it('moments to the millisecond, also in lists', () =>
    fc.assert(
      fc.asyncProperty(moment, async (value) => {
        expect(await sent(db`${value}`)).toEqual(value);
        expect(await sent(db`${[value, null]}::timestamptz[]`)).toEqual([value, null]);
      }),
    ));

  it('bytes', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array(), async (bytes) => {
        expect(await sent(db`${bytes}`)).toEqual(Buffer.from(bytes));
        expect(await sent(db`(${[bytes]}::bytea[])[1]`)).toEqual(Buffer.from(bytes));
      }),
    ));

  it('lists of texts, null among them', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(text, fc.constant(null))), async (list) => {
        expect(await sent(db`${list}::text[]`)).toEqual(list);
      }),
    ));

  it('the rest: truth, whole and broken numbers, days, JSON, null', async () => {
    expect(
      await db`
      select ${true} as yes, ${false} as no, ${7}::int as whole, ${0.5}::float8 as broken, ${'2026-02-03'}::date as day,
        ${JSON.stringify({ a: [1, 'x'] })}::text::json as json, ${JSON.stringify([null])}::text::jsonb as jsonb,
        ${null}::text as nothing, ${[1, 2]}::int[] as list, ${[true, null]}::bool[] as truths`,
    ).toEqual([
      {
        ...{ yes: true, no: false, whole: 7, broken: 0.5, day: '2026-02-03', json: { a: [1, 'x'] } },
        ...{ jsonb: [null], nothing: null, list: [1, 2], truths: [true, null] },
      },
    ]);
  });
});

it('undefined is an error, in a list too, and disturbs nobody', async () => {
  const missing = undefined as unknown as string;
  const all = [
    db`select 1 as one`,
    db`select ${missing}`,
    db`select ${['a', missing]}::text[]`,
    db`select 1 as one`,
  ];
  const [first, alone, inList, last] = await Promise.allSettled(all);
  expect(alone).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringContaining('undefined') },
  });
  expect(inList).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringContaining('undefined') },
  });
  for (const other of [first, last]) expect(other).toMatchObject({ value: [{ one: 1 }] });
});
