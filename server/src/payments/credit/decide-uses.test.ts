import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from './decide-uses.ts';

const deadline = new Date('2026-11-16T12:00:00Z');
const after = new Date(deadline.getTime() + 1000);
const completed = {
  status: 'completed',
  chain: 'base',
  token: 'USDC',
  token_units: '1000',
  expires_at: deadline,
  cancelled_at: null,
} as const;
const expired = { ...completed, status: 'expired', chain: null, token: null, token_units: null } as const;
const deposits = [
  { chain: 'base', token: 'USDC', token_units: '1000', tolerance_units: '5' },
  { chain: 'polygon', token: 'USDC', token_units: '1000', tolerance_units: '5' },
] as const;

const arrival = (units: number, change: object = {}) => ({
  arrival_id: 'arr_1',
  chain: 'base' as const,
  token: 'USDC' as const,
  units: String(units),
  counts: BigInt(units),
  block_time: deadline,
  seen_at: deadline,
  ...change,
});
const applied = (units: bigint) => ({ units, counts: units });
const use = (applied: number, unapplied: number, reason: string | null) => ({
  arrivalId: 'arr_1',
  applied: BigInt(applied),
  unapplied: BigInt(unapplied),
  reason,
});

describe('an arrival of a completed payment', () => {
  it.each([
    ['all that was asked for', [1000], [use(1000, 0, null)]],
    ['in parts', [400, 600], [use(400, 0, null), use(600, 0, null)]],
    ['too much within the tolerance', [1005], [use(1005, 0, null)]],
    ['too much beyond it', [1006], [use(1000, 6, 'overpaid')]],
    ['a second time', [1000, 1000], [use(1000, 0, null), use(0, 1000, 'overpaid')]],
    [
      'dust afterwards, until the tolerance is used up',
      [1000, 3, 3],
      [use(1000, 0, null), use(3, 0, null), use(0, 3, 'overpaid')],
    ],
  ])('%s', (_case, units, uses) => {
    expect(
      decide(
        completed,
        deposits,
        applied(0n),
        units.map((each) => arrival(each)),
      ),
    ).toEqual(uses);
  });

  it('that was decided before counts as used', () => {
    expect(decide(completed, deposits, applied(1000n), [arrival(500)])).toEqual([use(0, 500, 'overpaid')]);
  });

  it('short of the quote was booked with what came', () => {
    const short = { ...completed, token_units: '996' };
    expect(decide(short, deposits, applied(0n), [arrival(996)])).toEqual([use(996, 0, null)]);
  });

  it('counts at the price of its time: half by the first quote, half by the second', () => {
    // 2000 were asked for at first, 1000 at last.
    const halves = [arrival(1000, { counts: 500n }), arrival(500), arrival(10)];
    const paid = { ...completed, token_units: '1500' };
    expect(decide(paid, deposits, applied(0n), halves)).toEqual([
      use(1000, 0, null),
      use(500, 0, null),
      use(0, 10, 'overpaid'),
    ]);
  });

  it.each([
    ['on another chain that was offered', { chain: 'polygon' }, 'duplicate'],
    ['on a chain nobody chose', { chain: 'bsc' }, 'wrong_chain'],
    ['in another token', { token: 'ETH' }, 'wrong_token'],
    ['in a token we do not know', { token: null }, 'wrong_token'],
    ['after the deadline', { block_time: after }, 'late'],
    ['held by screening', { screening: 'hold' }, 'screening'],
    ['refused, and late', { screening: 'refuse', block_time: after }, 'screening'],
  ])('%s is not applied', (_case, change, reason) => {
    expect(decide(completed, deposits, applied(0n), [arrival(1000, change)])).toEqual([use(0, 1000, reason)]);
  });
});

describe('an arrival of a payment nobody completed', () => {
  it.each([
    ['in time, too little', expired, {}, 'underpaid'],
    ['too late', expired, { block_time: after }, 'late'],
    ['seen before the merchant cancelled', { ...expired, cancelled_at: deadline }, {}, 'underpaid'],
    ['seen after the merchant cancelled', { ...expired, cancelled_at: deadline }, { seen_at: after }, 'late'],
    ['of a failed payment', { ...expired, status: 'failed' as const }, {}, 'payment_failed'],
  ])('%s is not applied', (_case, payment, change, reason) => {
    expect(decide(payment, deposits, applied(0n), [arrival(400, change)])).toEqual([use(0, 400, reason)]);
  });
});

it('loses and makes no unit, whatever arrives', () => {
  const arrivals = fc.array(
    fc.record({
      units: fc.integer({ min: 1, max: 3000 }),
      chain: fc.constantFrom('base', 'polygon', 'bsc'),
      token: fc.constantFrom('USDC', 'ETH', null),
      block_time: fc.constantFrom(deadline, after),
    }),
  );
  fc.assert(
    fc.property(
      arrivals,
      fc.constantFrom(completed, expired),
      fc.integer({ min: 0, max: 1005 }),
      (all, payment, earlier) => {
        const given = all.map(({ units, ...change }) => arrival(units, change));
        const uses = decide(payment, deposits, applied(BigInt(earlier)), given);
        for (const [index, { applied, unapplied, reason }] of uses.entries()) {
          expect(applied + unapplied).toBe(BigInt(given[index]?.units ?? 0));
          expect(applied >= 0n && unapplied >= 0n).toBe(true);
          expect(reason === null).toBe(unapplied === 0n);
        }
        const total = uses.reduce((sum, { applied }) => sum + applied, BigInt(earlier));
        expect(total <= 1005n).toBe(true);
      },
    ),
  );
});
