import { expect, it } from 'vitest';
import { jupiterMark, jupiterProgram, readRoute } from './jupiter.ts';

const accounts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ address: `account ${at}`, signs: false, writes: false }));

/** As Borsh writes amount, quoted amount, slippage, fee and share of a better price, little-endian; then the plan. */
const numbers = '00ca9a3b00000000' + '80d1f00800000000' + '3200' + '0a00' + '0000' + '01000000';

const read = (mark: string, data: string, count: number) =>
  readRoute(accounts(count), Buffer.from(mark + data, 'hex'));

/** Marks and places of the interface definition that Jupiter keeps on the chain. */
it('reads exchanges as Jupiter’s interface says', () => {
  const shown = { units: 1_000_000_000n, quotedUnits: 150_000_000n, leastUnits: 149_100_750n };
  expect(read('bb64facc31c4af14', numbers, 12)).toEqual({
    ...shown,
    authority: 'account 0',
    source: 'account 1',
    destination: 'account 2',
    sourceMint: 'account 3',
    destinationMint: 'account 4',
    instead: 'account 7',
  });
  expect(read('d19853937cfed8e9', `07${numbers}`, 12)).toEqual({
    ...shown,
    authority: 'account 1',
    source: 'account 2',
    destination: 'account 5',
    sourceMint: 'account 6',
    destinationMint: 'account 7',
    instead: null,
  });
});

it('takes the program itself for an account that is missing', () => {
  const named = accounts(10).map((one, at) => (at === 7 ? { ...one, address: jupiterProgram } : one));
  const data = Buffer.from(`bb64facc31c4af14${numbers}`, 'hex');
  expect(readRoute(named, data)?.instead).toBeNull();
});

it('does not take bytes behind the plan for numbers', () => {
  const forged = `${numbers}${'ff'.repeat(16)}0000`;
  expect(read('bb64facc31c4af14', forged, 10)).toMatchObject({ leastUnits: 149_100_750n });
});

it.each([
  ['the first version', jupiterMark('route').toString('hex'), numbers, 12],
  ['an exact result', jupiterMark('exact_out_route_v2').toString('hex'), numbers, 12],
  ['too few accounts', 'bb64facc31c4af14', numbers, 9],
  ['too few bytes', 'bb64facc31c4af14', numbers.slice(0, 38), 12],
  ['slippage above all', 'bb64facc31c4af14', numbers.replace('3200', 'ffff'), 12],
])('does not read %s', (_name, mark, data, count) => {
  expect(read(mark, data, count)).toBeNull();
});
