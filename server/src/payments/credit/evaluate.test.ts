import { describe, expect, it } from 'vitest';
import type { DepositRow } from '../deposits/deposit.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { unpaid } from '../payment/payments.ts';
import { evaluate } from './evaluate.ts';
import type { CountedArrival, Subject } from './subject.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 19, 12, 0, second));
const start = at(0);
const deadline = at(30);
const late = at(31);
const key = { payment_id: 'pay_1', merchant_id: 'mer_1' };

/** A live payment of 1000 units of USDC, on Base or on Polygon. The tolerance is 5, the operator's fee one percent. */
const pending: PaymentRow = {
  ...unpaid,
  ...key,
  environment: 'live',
  amount_minor: 1000n,
  currency: 'USD',
  accepted_chains: ['base', 'polygon'],
  accepted_tokens: ['USDC'],
  expires_at: deadline,
  created_at: start,
};
const processing: PaymentRow = {
  ...pending,
  status: 'processing',
  chain: 'base',
  token: 'USDC',
  token_units: '1000',
};
const completed: PaymentRow = { ...processing, status: 'completed', fee_bps: 100 };

const onBase: DepositRow = {
  ...key,
  deposit_id: 'dep_1',
  environment: 'live',
  chain: 'base',
  token: 'USDC',
  token_units: '1000',
  tolerance_units: '5',
  address: '0xdeposit',
  usd_per_token: '1.00000000',
  usd_per_currency: '1.00000000',
  quote_sources: 'USDC test',
  quoted_at: start,
  quote_expires_at: deadline,
  created_at: start,
};
const onPolygon: DepositRow = { ...onBase, deposit_id: 'dep_2', chain: 'polygon' };

function arrived(units: number, change: Partial<CountedArrival> = {}): CountedArrival {
  return {
    arrival_id: 'arr_1',
    chain: 'base',
    token: 'USDC',
    asset: '0xusdc',
    address: onBase.address,
    payer_address: '0xpayer',
    units: String(units),
    counts: BigInt(units),
    tx_hash: '0xa',
    block_time: start,
    seen_at: start,
    state: 'final',
    in_treasury: false,
    is_passed: true,
    ...change,
  };
}

interface Case {
  payment?: PaymentRow;
  deposits?: DepositRow[];
  arrivals?: CountedArrival[];
  /** Units that the payment took of the arrival `arr_1` before. */
  taken?: number;
  now?: Date;
  /** Until when the chains were read; by default to the deadline. */
  readUntil?: Date;
}

/** The verdict as a merchant sees it. Postings are sums by account: negative units are owed or earned. */
function verdict({ payment = pending, taken, now = start, readUntil = deadline, ...given }: Case) {
  const read: Subject['readUntil'] = new Map([
    ['base', readUntil],
    ['polygon', readUntil],
  ]);
  const uses = taken === undefined ? [] : [{ ...key, arrival_id: 'arr_1', ...takenUnits(taken) }];
  const subject = { payment, deposits: [onBase], arrivals: [], failures: [], uses, reversals: new Map() };
  const found = evaluate({ ...subject, feeBps: 100n, ...given, readUntil: read }, now);
  const accounts: Record<string, number> = {};
  for (const { account, units } of found.postings.flatMap(({ lines }) => lines))
    accounts[account.kind] = (accounts[account.kind] ?? 0) + Number(units);
  return {
    status: found.payment.status,
    moves: found.moves.map(({ move }) => move),
    uses: found.uses.map(({ use }) => [Number(use.applied), Number(use.unapplied), use.reason]),
    accounts: Object.fromEntries(Object.entries(accounts).filter(([, units]) => units !== 0)),
    lost: found.lost,
    missing: Number(found.missing),
    lookAt: found.lookAt,
  };
}

const takenUnits = (units: number) => ({ applied_units: String(units), fee_units: String(units / 100) });

const over = { lost: [], missing: 0, lookAt: null };
const paid = { ...over, status: 'completed', moves: ['detect', 'confirm'] };

describe('a live payment', () => {
  it.each<[string, Case, object]>([
    [
      'that is paid exactly is completed, and the merchant has it less the fee',
      { arrivals: [arrived(1000)] },
      {
        ...paid,
        uses: [[1000, 0, null]],
        accounts: { deposit_address: 1000, merchant_balance: -990, fee_income: -10 },
      },
    ],
    [
      'that is short within the tolerance is completed with what came',
      { arrivals: [arrived(996)] },
      {
        ...paid,
        uses: [[996, 0, null]],
        accounts: { deposit_address: 996, merchant_balance: -987, fee_income: -9 },
      },
    ],
    [
      'that is short beyond the tolerance waits for the rest until the deadline',
      { arrivals: [arrived(994)] },
      {
        ...over,
        status: 'pending',
        moves: [],
        uses: [],
        accounts: { deposit_address: 994, unapplied: -994 },
        lookAt: deadline,
      },
    ],
    [
      'that is still short at the deadline expires, and the part can be returned',
      { arrivals: [arrived(994)], now: deadline },
      {
        ...over,
        status: 'expired',
        moves: ['expire'],
        uses: [[0, 994, 'underpaid']],
        accounts: { deposit_address: 994, unapplied: -994 },
      },
    ],
    [
      'that is paid twice over takes what was asked for, and the rest can be returned',
      { arrivals: [arrived(2000)] },
      {
        ...paid,
        uses: [[1000, 1000, 'overpaid']],
        accounts: { deposit_address: 2000, unapplied: -1000, merchant_balance: -990, fee_income: -10 },
      },
    ],
    [
      'that was completed takes nothing more when it is paid once more',
      {
        payment: completed,
        arrivals: [arrived(1000), arrived(1000, { arrival_id: 'arr_2' })],
        taken: 1000,
      },
      {
        ...over,
        status: 'completed',
        moves: [],
        uses: [[0, 1000, 'overpaid']],
        accounts: { deposit_address: 1000, unapplied: -1000 },
      },
    ],
    [
      'that is paid after the deadline expires, whatever came',
      { arrivals: [arrived(1000, { block_time: late })], now: late },
      {
        ...over,
        status: 'expired',
        moves: ['expire'],
        uses: [[0, 1000, 'late']],
        accounts: { deposit_address: 1000, unapplied: -1000 },
      },
    ],
    [
      'that is paid on both chains that it offers takes one of them',
      {
        deposits: [onBase, onPolygon],
        arrivals: [arrived(1000), arrived(1000, { arrival_id: 'arr_2', chain: 'polygon' })],
      },
      {
        ...paid,
        uses: [
          [1000, 0, null],
          [0, 1000, 'duplicate'],
        ],
        accounts: { deposit_address: 2000, unapplied: -1000, merchant_balance: -990, fee_income: -10 },
      },
    ],
    [
      'that gets a token that it does not accept lists it at once, and stays open',
      { arrivals: [arrived(1000, { token: 'ETH', asset: null })] },
      {
        ...over,
        status: 'pending',
        moves: [],
        uses: [[0, 1000, 'wrong_token']],
        accounts: { deposit_address: 1000, unapplied: -1000 },
        lookAt: deadline,
      },
    ],
    [
      'that was detected waits for a transaction whose block was abandoned',
      { payment: processing, arrivals: [arrived(1000, { state: 'gone' })] },
      { ...over, status: 'processing', moves: [], uses: [], accounts: {}, lookAt: deadline },
    ],
    [
      'that was detected by two parts fails once one of them would be late, and the other can be returned',
      {
        payment: processing,
        arrivals: [arrived(400), arrived(600, { arrival_id: 'arr_2', state: 'gone' })],
        now: late,
        readUntil: late,
      },
      {
        ...over,
        status: 'failed',
        moves: ['fail'],
        uses: [[0, 400, 'payment_failed']],
        accounts: { deposit_address: 400, unapplied: -400 },
      },
    ],
    [
      'that was completed stays so when its money is gone for good, which it then lacks',
      { payment: completed, arrivals: [arrived(1000, { state: 'gone' })], taken: 1000, now: late },
      { ...over, status: 'completed', moves: [], uses: [], accounts: {}, lost: ['arr_1'], missing: 1000 },
    ],
    [
      'that was completed lacks nothing while its money may come back',
      {
        payment: completed,
        arrivals: [arrived(1000, { state: 'gone', is_passed: false })],
        taken: 1000,
        now: late,
      },
      { ...over, status: 'completed', moves: [], uses: [], accounts: {} },
    ],
  ])('%s', (_case, given, expected) => {
    expect(verdict(given)).toEqual(expected);
  });

  it('expires by the clock alone, but not before its chains were read to the deadline', () => {
    const open = { ...over, status: 'pending', moves: [], uses: [], accounts: {} };
    expect(verdict({ readUntil: start })).toEqual({ ...open, lookAt: deadline });
    expect(verdict({ readUntil: start, now: deadline })).toEqual({ ...open, lookAt: at(35) });
    expect(verdict({ now: at(35) })).toEqual({ ...open, status: 'expired', moves: ['expire'], lookAt: null });
  });
});

describe('a test payment', () => {
  const test: Case = {
    payment: { ...pending, environment: 'test' },
    deposits: [{ ...onBase, environment: 'test', tolerance_units: '0' }],
  };
  const simulated = (change: Partial<CountedArrival> = {}) => arrived(1000, { block_time: null, ...change });

  it('is detected by a simulated transaction, and completed when the clock makes that final', () => {
    const seen = simulated({ state: 'seen', final_at: at(9) });
    expect(verdict({ ...test, arrivals: [seen] })).toEqual({
      ...over,
      status: 'processing',
      moves: ['detect'],
      uses: [],
      accounts: {},
      lookAt: at(9),
    });
    const payment = { ...processing, environment: 'test' as const };
    expect(verdict({ ...test, payment, arrivals: [simulated()], now: at(9) })).toEqual({
      ...paid,
      moves: ['confirm'],
      uses: [[1000, 0, null]],
      accounts: { deposit_address: 1000, merchant_balance: -990, fee_income: -10 },
    });
  });

  it('books nothing of what does not pay it, and keeps all that was paid beyond the quote', () => {
    const part = verdict({ ...test, arrivals: [simulated({ units: '400', counts: 400n })] });
    expect(part).toEqual({ ...over, status: 'pending', moves: [], uses: [], accounts: {}, lookAt: deadline });
    expect(verdict({ ...test, arrivals: [simulated({ units: '5000', counts: 5000n })] })).toMatchObject({
      ...paid,
      uses: [[5000, 0, null]],
      accounts: { deposit_address: 5000, merchant_balance: -4950, fee_income: -50 },
    });
  });
});
