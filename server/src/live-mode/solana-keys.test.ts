import { expect, it } from 'vitest';
import { createAddressMaker, seedOf } from './solana-keys.ts';

const words = `${'abandon '.repeat(11)}about`;

it('derives the addresses that Solana wallets derive', () => {
  const make = createAddressMaker(seedOf(words));
  expect(make(0)).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk');
});

it('makes another address for each index, and the same one again', () => {
  const make = createAddressMaker(seedOf(words));
  expect(new Set(Array.from({ length: 50 }, (_, index) => make(index))).size).toBe(50);
  expect(createAddressMaker(seedOf(words))(49)).toBe(make(49));
});
