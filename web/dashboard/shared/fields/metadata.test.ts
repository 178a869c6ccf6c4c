import { expect, it } from 'vitest';
import { blankRow, metadataOf, metadataRows } from './metadata.ts';

const row = (key: string, value: string) => ({ ...blankRow(), key, value });

it('turns pairs into an object and ignores blank rows', () => {
  expect(metadataOf([row(' order ', '7'), row('', ''), row('note', '')])).toEqual({ order: '7', note: '' });
  expect(metadataOf([row('', '')])).toBeUndefined();
  expect(JSON.stringify(metadataOf([row('__proto__', 'x')]))).toBe('{"__proto__":"x"}');
});

it('keeps numbers and booleans until they are changed', () => {
  const [order, gift] = metadataRows({ order: 7, gift: true });
  if (!order || !gift) throw new Error('there are two rows');
  expect(metadataOf([order, gift])).toEqual({ order: 7, gift: true });
  expect(metadataOf([order, { ...gift, value: 'yes' }])).toEqual({ order: 7, gift: 'yes' });
});

it.each([
  ['a duplicate key', [row('order', '1'), row('order ', '2')], 'metadata.order'],
  ['a value without a key', [row('', '1')], 'metadata.'],
])('rejects %s', (_name, rows, field) => {
  expect(() => metadataOf(rows)).toThrow(expect.objectContaining({ field }));
});
