import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/errors.ts';
import { checkValue, parseBody, parseQuery } from './validation.ts';

const oneOf = (values: string[]) => Type.Unsafe<string>({ type: 'string', enum: values });

function refusal(act: () => unknown): { code: string; details: unknown; message: string } {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError)
      return { code: error.code, details: error.details, message: error.message };
    throw error;
  }
  throw new Error('expected an error');
}

describe('parseBody', () => {
  const schema = Type.Object({
    name: Type.String({ minLength: 2, maxLength: 4 }),
    count: Type.Optional(Type.Integer({ minimum: 5, maximum: 10 })),
    flag: Type.Optional(Type.Boolean()),
    colour: Type.Optional(oneOf(['red', 'blue'])),
    tags: Type.Optional(Type.Array(oneOf(['a', 'b']), { minItems: 1, maxItems: 2 })),
    inner: Type.Optional(Type.Object({ deep: Type.String() })),
    items: Type.Optional(Type.Array(Type.Object({ quantity: Type.Integer() }))),
  });
  const valid = { name: 'abc' };

  it.each([[null], [[]], ['text'], [7], [true], [undefined]])('%j is not a JSON object', (body) => {
    expect(refusal(() => parseBody(schema, body)).code).toBe('INVALID_JSON');
  });

  it('drops unknown fields and treats null as omitted', () => {
    expect(parseBody(schema, { ...valid, other: 1, count: null })).toEqual(valid);
  });

  it('reports a required field that is missing or null before any wrong value', () => {
    for (const body of [{ count: 'x' }, { name: null, count: 'x' }]) {
      expect(refusal(() => parseBody(schema, body))).toMatchObject({
        code: 'MISSING_REQUIRED_FIELD',
        details: { field: 'name' },
        message: expect.stringContaining('name'),
      });
    }
  });

  it('reports a missing nested field before any wrong value', () => {
    const missing = (body: object) => refusal(() => parseBody(schema, { ...body, name: 'toolong' }));
    expect(missing({ inner: {} })).toMatchObject({
      code: 'MISSING_REQUIRED_FIELD',
      details: { field: 'inner.deep' },
    });
    const items = [{ quantity: 1 }, 'x', { quantity: null }];
    expect(missing({ items })).toMatchObject({
      code: 'MISSING_REQUIRED_FIELD',
      details: { field: 'items[2].quantity' },
    });
  });

  it('reports a missing field that another field makes required', () => {
    const ask = (body: object) =>
      parseBody(schema, body, {}, (given) => (given['flag'] === true ? ['count'] : []));
    expect(refusal(() => ask({ name: 'toolong', flag: true })).details).toEqual({ field: 'count' });
    expect(refusal(() => ask({ flag: true })).details).toEqual({ field: 'name' });
    expect(ask({ ...valid, flag: false })).toEqual({ ...valid, flag: false });
  });

  it('keeps null where the schema allows it, and checks other values', () => {
    const nullable = Type.Object({
      memo: Type.Optional(Type.Union([Type.String({ maxLength: 3 }), Type.Null()])),
    });
    expect(parseBody(nullable, { memo: null })).toEqual({ memo: null });
    expect(parseBody(nullable, {})).toEqual({});
    expect(parseBody(nullable, { memo: 'abc' })).toEqual({ memo: 'abc' });
    expect(refusal(() => parseBody(nullable, { memo: 'abcd' })).details).toMatchObject({ field: 'memo' });
  });

  it('checks the bounds and decimals of numbers', () => {
    const number = Type.Object({
      n: Type.Number({ exclusiveMinimum: 0, maximum: 1000, multipleOf: 0.001 }),
    });
    for (const n of [0.001, 1, 999.999, 1000, 1e2, 0.5]) expect(parseBody(number, { n })).toEqual({ n });
    for (const n of [0, -0, -1, 0.0001, 1e-7, 1000.001, 1e300, Infinity, '1', true, [], 0.1 + 0.2])
      expect(refusal(() => parseBody(number, { n })).code, String(n)).toBe('INVALID_PARAMETER');
  });

  it('ignores fields inherited from Object.prototype', () => {
    const odd = Type.Object({ toString: Type.String(), constructor: Type.Optional(Type.String()) });
    expect(refusal(() => parseBody(odd, {}))).toMatchObject({ details: { field: 'toString' } });
    expect(parseBody(odd, { toString: 'x' })).toEqual({ toString: 'x' });
  });

  it('reports the first of several wrong fields, in the order of the schema', () => {
    const body = { colour: 'green', count: 4, name: 'toolong' };
    expect(refusal(() => parseBody(schema, body)).details).toMatchObject({ field: 'name' });
    expect(refusal(() => parseBody(schema, { ...body, name: 'abc' })).details).toMatchObject({
      field: 'count',
    });
  });

  it.each([
    ['name', ['ab', 'abcd', '😀😀😀😀'], ['a', 'abcde', '', 7, {}, [], 'a\0b', '\ud800xx']],
    ['count', [5, 10, 5.0], [4, 11, 7.5, '7', true, {}, 1e300]],
    ['flag', [true, false], ['true', 0, 1, []]],
    ['colour', ['red'], ['RED', '', 7, ['red'], {}]],
    ['tags', [['a'], ['a', 'b']], [[], ['a', 'b', 'a'], ['c'], [7], 'a', {}, [null]]],
    ['inner', [{ deep: 'x' }], ['x', [], { deep: 7 }]],
  ])('%s accepts what its schema allows and rejects the rest', (field, good, bad) => {
    for (const value of good) {
      expect(parseBody(schema, { ...valid, [field]: value }), JSON.stringify(value)).toHaveProperty(
        field,
        value,
      );
    }
    for (const value of bad) {
      const { code, details } = refusal(() => parseBody(schema, { ...valid, [field]: value }));
      expect(code, JSON.stringify(value)).toBe('INVALID_PARAMETER');
      expect(details).toMatchObject({ field: expect.stringMatching(new RegExp(`^${field}`)) });
    }
  });

  it('names nested fields by path, and objects in an array by index', () => {
    expect(refusal(() => parseBody(schema, { ...valid, inner: {} })).details).toEqual({
      field: 'inner.deep',
    });
    const items = [{ quantity: 1 }, { quantity: 'two' }];
    expect(refusal(() => parseBody(schema, { ...valid, items })).details).toMatchObject({
      field: 'items[1].quantity',
      provided: 'two',
    });
  });

  it('shortens long or nested values in `provided`, so that the response stays small', () => {
    const long = refusal(() => parseBody(schema, { name: 'x'.repeat(5000) })).details;
    expect(JSON.stringify(long).length).toBeLessThan(300);
    expect(refusal(() => parseBody(schema, { name: { a: [1] } })).details).toMatchObject({
      provided: 'object',
    });
    expect(refusal(() => parseBody(schema, { name: [1, 2] })).details).toMatchObject({
      provided: 'array of 2',
    });
  });

  it('runs the check after a field before it checks the next fields', () => {
    const order: string[] = [];
    const after = { name: () => void order.push('after name') };
    refusal(() => parseBody(schema, { ...valid, count: 4 }, after));
    expect(order).toEqual(['after name']);
    refusal(() => parseBody(schema, { name: 'toolong' }, after));
    expect(order).toEqual(['after name']);
  });
});

describe('fields with their own error codes', () => {
  const schema = Type.Object({
    amount: Type.Optional(Type.String({ maxLength: 3, 'x-error-code': 'INVALID_AMOUNT' })),
    description: Type.Optional(Type.String({ maxLength: 3, 'x-size-error-code': 'DESCRIPTION_TOO_LONG' })),
    metadata: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        maxProperties: 2,
        additionalProperties: { type: 'string', maxLength: 3, 'x-size-error-code': 'METADATA_TOO_LARGE' },
        'x-size-error-code': 'METADATA_TOO_LARGE',
      }),
    ),
  });
  it.each([
    [{ amount: 7 }, 'INVALID_AMOUNT', 'amount'],
    [{ amount: 'long' }, 'INVALID_AMOUNT', 'amount'],
    [{ description: 'long' }, 'DESCRIPTION_TOO_LONG', 'description'],
    [{ description: 7 }, 'INVALID_PARAMETER', 'description'],
    [{ metadata: { a: 'long' } }, 'METADATA_TOO_LARGE', 'metadata.a'],
    [{ metadata: { a: '1', b: '2', c: '3' } }, 'METADATA_TOO_LARGE', 'metadata'],
    [{ metadata: { a: {} } }, 'INVALID_PARAMETER', 'metadata.a'],
    [{ metadata: { a: null } }, 'INVALID_PARAMETER', 'metadata.a'],
    [{ metadata: { a: Number.POSITIVE_INFINITY } }, 'INVALID_PARAMETER', 'metadata.a'],
    [{ metadata: [] }, 'INVALID_PARAMETER', 'metadata'],
  ])('%j is %s', (body, code, field) => {
    expect(refusal(() => parseBody(schema, body))).toMatchObject({ code, details: { field } });
  });

  it('metadata keeps strings, numbers and booleans', () => {
    const metadata = { a: 'abc', b: 1.5 };
    expect(parseBody(schema, { metadata })).toEqual({ metadata });
    expect(parseBody(schema, { metadata: { a: true } })).toEqual({ metadata: { a: true } });
  });
});

describe('parseQuery and checkValue', () => {
  const schema = Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    status: Type.Optional(Type.String()),
  });

  it('parses integers and keeps strings as strings', () => {
    expect(parseQuery(schema, { limit: '100', status: '7' })).toEqual({ limit: 100, status: '7' });
    expect(parseQuery(schema, {})).toEqual({});
  });

  it.each(['0', '101', '-1', '1.5', '1e1', '0x1', ' 1', '', 'ten', '9'.repeat(400)])(
    'limit=%j is rejected',
    (limit) => {
      expect(refusal(() => parseQuery(schema, { limit }))).toMatchObject({
        code: 'INVALID_PARAMETER',
        details: { field: 'limit' },
      });
    },
  );

  it('a repeated parameter is rejected', () => {
    expect(refusal(() => parseQuery(schema, { status: ['a', 'b'] })).code).toBe('INVALID_PARAMETER');
    expect(refusal(() => parseQuery(schema, { limit: ['1', '2'] })).code).toBe('INVALID_PARAMETER');
  });

  it('errors in a header name the header', () => {
    const key = Type.String({ minLength: 1, maxLength: 255 });
    expect(() => checkValue(key, 'x'.repeat(255), 'Idempotency-Key')).not.toThrow();
    expect(refusal(() => checkValue(key, '', 'Idempotency-Key')).details).toMatchObject({
      field: 'Idempotency-Key',
    });
  });
});
