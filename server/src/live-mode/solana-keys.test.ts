import { expect, it } from 'vitest';
import { createAddressMaker, seedOf, treasuryAddress } from './solana-keys.ts';

const words = `${'abandon '.repeat(11)}about`;

it('derives the addresses that Solana wallets derive', () => {
  const make = createAddressMaker(seedOf(words));
  expect(make(0)).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk');
});

it('keeps the treasury apart from deposit addresses: it is the second account of a wallet with these words', () => {
  expect(treasuryAddress(seedOf(words))).toBe('Hh8QwFUA6MtVu1qAoq12ucvFHNwCcVTV7hpWjeY1Hztb');
});

it('makes another address for each index, and the same one again', () => {
  const make = createAddressMaker(seedOf(words));
  expect(new Set(Array.from({ length: 50 }, (_, index) => make(index))).size).toBe(50);
  expect(createAddressMaker(seedOf(words))(49)).toBe(make(49));
});
