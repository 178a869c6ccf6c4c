import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { unknownFields } from './unknown-fields.ts';

const nullable = { anyOf: [Type.Object({ locale: Type.String() }), Type.Null()] };
const schema = {
  type: 'object',
  properties: {
    amount: Type.String(),
    lines: Type.Array(Type.Object({ quantity: Type.Number() })),
    options: nullable,
    metadata: { type: 'object', additionalProperties: Type.String() },
  },
};

it.each([
  ['nothing', { amount: '1', lines: [{ quantity: 1 }], options: null, metadata: { any: 'thing' } }, []],
  ['a misspelt field', { amuont: '1' }, ['amuont']],
  ['one in an object', { options: { locle: 'de' } }, ['options.locle']],
  ['one in a list', { lines: [{ quantity: 1 }, { quantiy: 1 }] }, ['lines[1].quantiy']],
  ['what every object inherits', JSON.parse('{"constructor":1,"__proto__":2}'), ['constructor', '__proto__']],
  ['no field of a value that should be an object', { options: 'x', lines: 'y' }, []],
])('finds %s', (_what, body, expected) => {
  expect(unknownFields(schema, body, 5)).toEqual(expected);
});

it('names no more than it is asked for, and no name at length', () => {
  const lines = Array.from({ length: 9 }, () => ({ a: 1, b: 2 }));
  expect(unknownFields(schema, { lines, other: 1 }, 3)).toEqual(['lines[0].a', 'lines[0].b', 'lines[1].a']);
  expect(unknownFields(schema, { ['x'.repeat(1000)]: 1 }, 5)).toEqual(['x'.repeat(100)]);
});
