import { expect, it } from 'vitest';
import { createAddressMaker, madeAddress, seedOf, treasuryAddress } from './solana-keys.ts';

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

it('makes the same address for the account of a call again, and another one for each call', () => {
  const seed = seedOf(words);
  const names = ['rte_1:1:call', 'rte_1:2:call', 'rte_2:1:call'];
  const addresses = names.map((name) => madeAddress(seed, name));
  expect(new Set([...addresses, treasuryAddress(seed)]).size).toBe(4);
  expect(names.map((name) => madeAddress(seedOf(words), name))).toEqual(addresses);
});
