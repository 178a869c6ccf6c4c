import { describe, expect, it } from 'vitest';
import { inFirstBlocks, sortArrivals } from './sort-arrivals.ts';
import type { CountedArrival } from './subject.ts';

const first = new Date('2026-11-16T12:00:00Z');
const later = new Date('2026-11-16T12:05:00Z');

function arrival(id: string, change: Partial<CountedArrival>): CountedArrival {
  return {
    arrival_id: id,
    chain: 'base',
    token: 'USDC',
    asset: '0x',
    address: '0x',
    payer_address: null,
    units: '10',
    counts: 10n,
    tx_hash: '0xaa',
    block_time: first,
    state: 'final',
    seen_at: first,
    in_treasury: false,
    is_passed: true,
    ...change,
  };
}
const used = (arrival_id: string) => ({
  arrival_id,
  payment_id: 'pay_1',
  applied_units: '10',
  fee_units: '0',
});
const gone = arrival('one', { state: 'gone' });

describe('arrivals of a payment that is over', () => {
  it('stand while they are on the chain', () => {
    const sorted = sortArrivals([arrival('one', {}), arrival('two', { tx_hash: '0xbb' })], [used('one')]);
    expect(sorted).toMatchObject({
      standing: [{ applied: 10n }],
      gone: [],
      undecided: [{ arrival_id: 'two' }],
    });
  });

  it.each([
    ['may come back until their block number is final', [{ ...gone, is_passed: false }], true],
    [
      'may come back while their transaction is in another block',
      [gone, arrival('two', { state: 'seen' })],
      true,
    ],
    ['are lost after that', [gone, arrival('two', { state: 'seen', tx_hash: '0xbb' })], false],
    ['are lost when only a balance showed them', [{ ...gone, tx_hash: null }], false],
  ])('%s', (_case, arrivals, mayComeBack) => {
    expect(sortArrivals(arrivals, [used('one')])).toMatchObject({ standing: [], gone: [{ mayComeBack }] });
  });

  it('that came back in a later block are as early as they were', () => {
    const again = arrival('two', { block_time: later });
    const other = arrival('three', { block_time: later, tx_hash: '0xbb' });
    expect(inFirstBlocks([gone, again, other], [used('one')])).toMatchObject([
      { arrival_id: 'one' },
      { arrival_id: 'two', block_time: first },
      { arrival_id: 'three', block_time: later },
    ]);
  });
});
