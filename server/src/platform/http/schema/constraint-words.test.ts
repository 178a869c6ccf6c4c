import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/errors.ts';
import { checkValue, parseQuery } from './validation.ts';

function messageOf(check: () => unknown): string {
  try {
    check();
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
  throw new Error('expected an error');
}

describe('an error message says what a value must be', () => {
  it.each([
    [Type.String({ minLength: 1 }), '', 'name must not be empty.'],
    [Type.String({ minLength: 3 }), 'ab', 'name must have at least 3 characters.'],
    [Type.String({ maxLength: 1 }), 'ab', 'name must have at most 1 character.'],
    [Type.String({ maxLength: 2 }), 'abc', 'name must have at most 2 characters.'],
    [Type.String(), 7, 'name must be a string of valid Unicode without NUL characters.'],
    [Type.String({ format: 'email' }), 'a,b@c', 'name must be a single e-mail address.'],
    [Type.String({ format: 'date-time' }), 'x', /^name must be an ISO 8601 timestamp .*, or a date\.$/],
    [Type.Boolean(), 'yes', 'name must be true or false.'],
    [Type.Integer({ minimum: 1, maximum: 100 }), 0, 'name must be a whole number from 1 to 100.'],
    [Type.Integer({ minimum: 1 }), 0, 'name must be a whole number of at least 1.'],
    [Type.Integer(), 'x', 'name must be a whole number.'],
    [Type.Integer({ maximum: 5 }), 6, 'name must be a whole number, at most 5.'],
    [
      Type.Number({ exclusiveMinimum: 0, maximum: 10, multipleOf: 0.01 }),
      0,
      'name must be a number above 0, at most 10, with at most 2 decimals.',
    ],
    [Type.Number(), '1', 'name must be a number.'],
    [Type.Array(Type.String(), { minItems: 1 }), [], 'name must not be empty.'],
    [Type.Array(Type.String(), { maxItems: 2 }), ['a', 'b', 'c'], 'name must have at most 2 items.'],
    [Type.Array(Type.String()), 'a', 'name must be an array.'],
    [Type.Object({}), 'a', 'name must be an object.'],
    [{ type: 'string', enum: ['on', 'off'] }, 'up', 'name must be one of on, off.'],
    [{ type: 'string', enum: ['on'] }, 'up', 'name must be on.'],
    [
      { type: 'object', maxProperties: 1, additionalProperties: { type: 'string' } },
      { a: 'x', b: 'y' },
      'name must have at most 1 key.',
    ],
  ])('%j', (schema, value, message) => {
    expect(messageOf(() => checkValue(schema, value, 'name'))).toMatch(message);
  });

  it('for query parameters too', () => {
    const query = Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 100 }) });
    expect(messageOf(() => parseQuery(query, { limit: '0' }))).toBe(
      'limit must be a whole number from 1 to 100.',
    );
  });
});
