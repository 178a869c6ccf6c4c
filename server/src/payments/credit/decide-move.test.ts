import { describe, expect, it } from 'vitest';
import type { DepositRow } from '../deposits/deposit.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { unpaid as neverPaid } from '../payment/payments.ts';
import { type PaymentStatus, paymentStatuses } from '../payment/states.ts';
import { decideMoves } from './decide-move.ts';
import type { CountedArrival, Subject } from './subject.ts';

const key = { payment_id: 'pay_1', merchant_id: 'mer_1' };
const deadline = new Date(60_000);

const unpaid: PaymentRow = {
  ...neverPaid,
  ...key,
  environment: 'test',
  amount_minor: 1000n,
  currency: 'USD',
  accepted_chains: ['base', 'solana'],
  accepted_tokens: ['USDC'],
  expires_at: deadline,
  created_at: new Date(0),
};

/** What became of a transaction. `lost`: its block is gone, and its number is final. */
type State = 'seen' | 'final' | 'missing' | 'lost' | 'reverted';
interface Tx {
  name: string;
  units: bigint;
  state: State;
  payer?: string;
  reason?: string;
  message?: string;
}

const tx = (name: string, units: bigint, state: State): Tx => ({ name, units, state });

function deposit(change: Partial<DepositRow> = {}): DepositRow {
  return {
    ...key,
    deposit_id: 'dep_1',
    environment: 'test',
    chain: 'base',
    token: 'USDC',
    token_units: '1000',
    tolerance_units: '0',
    address: '0xdeposit',
    usd_per_token: '1.00000000',
    usd_per_currency: '1.00000000',
    quote_sources: 'USDC test',
    quoted_at: null,
    quote_expires_at: null,
    created_at: new Date(0),
    ...change,
  };
}

function subject(
  payment: Partial<Subject['payment']>,
  at: { deposit: DepositRow; transactions: Tx[] }[],
): Subject {
  const all = at.flatMap(({ deposit, transactions }) => transactions.map((one) => ({ ...one, deposit })));
  const common = ({ name, units, payer, deposit: { chain, token, address } }: (typeof all)[number]) => ({
    chain,
    token,
    address,
    tx_hash: `0x${name}`,
    payer_address: payer ?? `0xpayer-${name}`,
    units: units.toString(),
  });
  return {
    payment: { ...unpaid, ...payment },
    deposits: at.map(({ deposit }) => deposit),
    arrivals: all
      .filter(({ state }) => state !== 'reverted')
      .map(
        (one): CountedArrival => ({
          ...common(one),
          arrival_id: one.name,
          asset: null,
          block_time: null,
          seen_at: new Date(0),
          state: one.state === 'seen' || one.state === 'final' ? one.state : 'gone',
          is_passed: one.state === 'lost',
          in_treasury: false,
          counts: one.units,
        }),
      ),
    failures: all
      .filter(({ state }) => state === 'reverted')
      .map((one) => ({
        ...common(one),
        reason: one.reason ?? failure.failure_reason,
        message: one.message ?? failure.failure_message,
      })),
    // Past the deadline, as far as what is lost is concerned.
    readUntil: new Map([
      ['base', new Date(60_001)],
      ['solana', new Date(60_001)],
    ]),
    uses: [],
    reversals: new Map(),
    feeBps: 100n,
  };
}

/** The changes by move, before the deadline. */
function judge(of: Subject) {
  return Object.fromEntries(decideMoves(of, new Date(0), null).map(({ move, change }) => [move, change]));
}

function verdict(status: PaymentStatus, ...transactions: Tx[]) {
  const where = status === 'pending' ? {} : ({ chain: 'base', token: 'USDC' } as const);
  return judge(subject({ status, ...where }, [{ deposit: deposit(), transactions }]));
}

const paidBy = (name: string, units: bigint) => ({
  ...key,
  chain: 'base',
  token: 'USDC',
  token_units: units,
  tx_hash: `0x${name}`,
  payer_address: `0xpayer-${name}`,
});

const completedBy = (name: string, units: bigint) => ({ ...paidBy(name, units), fee_bps: 100n });

const failure = { failure_reason: 'TRANSACTION_REVERTED', failure_message: 'Out of gas.' };

describe('money that came', () => {
  it('leaves a payment alone while nothing has arrived', () => {
    expect(verdict('pending')).toEqual({});
    expect(verdict('processing')).toEqual({});
  });

  it('detects a transaction that covers the quote', () => {
    expect(verdict('pending', tx('a', 1000n, 'seen'))).toEqual({ detect: paidBy('a', 1000n) });
  });

  it('detects and confirms at once what is final when it is first looked at', () => {
    expect(verdict('pending', tx('a', 1000n, 'final'))).toEqual({
      detect: paidBy('a', 1000n),
      confirm: completedBy('a', 1000n),
    });
  });

  it('confirms a payment in processing once its transaction is final, and not before', () => {
    expect(verdict('processing', tx('a', 1000n, 'seen'))).toEqual({});
    expect(verdict('processing', tx('a', 1000n, 'final'))).toEqual({ confirm: completedBy('a', 1000n) });
  });

  it('leaves a payment pending when one unit is lacking, even for good', () => {
    expect(verdict('pending', tx('a', 999n, 'seen'))).toEqual({});
    expect(verdict('pending', tx('a', 999n, 'final'))).toEqual({});
  });

  it('keeps what was paid beyond the quote', () => {
    expect(verdict('pending', tx('a', 5000n, 'final'))).toEqual({
      detect: paidBy('a', 5000n),
      confirm: completedBy('a', 5000n),
    });
  });

  it('adds up several transactions, and names who sent most', () => {
    expect(verdict('pending', tx('a', 400n, 'seen'), tx('b', 600n, 'seen'))).toEqual({
      detect: paidBy('b', 1000n),
    });
  });

  it('confirms only once the final transactions alone cover the quote', () => {
    expect(verdict('processing', tx('a', 400n, 'final'), tx('b', 600n, 'seen'))).toEqual({});
    expect(verdict('processing', tx('a', 400n, 'final'), tx('b', 600n, 'final'))).toEqual({
      confirm: completedBy('b', 1000n),
    });
  });

  it('books what is final, and not what is only seen beside it', () => {
    expect(verdict('processing', tx('a', 1000n, 'final'), tx('b', 500n, 'seen'))).toEqual({
      confirm: completedBy('a', 1000n),
    });
    expect(verdict('pending', tx('a', 1000n, 'final'), tx('b', 5000n, 'seen'))).toEqual({
      detect: paidBy('a', 1000n),
      confirm: completedBy('a', 1000n),
    });
  });

  it('takes whoever sent most for the payer, whatever dust comes before or after', () => {
    const dusted = [tx('dust', 1n, 'final'), tx('a', 1000n, 'final'), tx('more-dust', 2n, 'final')];
    expect(verdict('processing', ...dusted)).toEqual({ confirm: completedBy('a', 1003n) });
    expect(verdict('pending', tx('a', 1000n, 'seen'), tx('dust', 1n, 'seen'))).toEqual({
      detect: paidBy('a', 1001n),
    });
  });

  it('adds up what one payer sent in parts, and names the last part', () => {
    const from = (name: string, payer: string, units: bigint) => ({ ...tx(name, units, 'final'), payer });
    expect(
      verdict('processing', from('a', '0xb', 300n), from('b', '0xa', 450n), from('c', '0xb', 250n)),
    ).toEqual({
      confirm: { ...completedBy('c', 1000n), payer_address: '0xb' },
    });
  });

  it.each(['pending', 'processing'] as const)(
    'fails a %s payment whose only transaction reverted, with its reason',
    (status) => {
      expect(verdict(status, tx('a', 1000n, 'reverted'))).toEqual({
        fail: { ...paidBy('a', 1000n), ...failure },
      });
    },
  );

  it('does not fail a payment when a good transaction stands beside the one that reverted', () => {
    expect(verdict('pending', tx('a', 1000n, 'reverted'), tx('b', 1000n, 'seen'))).toEqual({
      detect: paidBy('b', 1000n),
    });
    expect(verdict('processing', tx('b', 1000n, 'final'), tx('a', 1000n, 'reverted'))).toEqual({
      confirm: completedBy('b', 1000n),
    });
  });

  it('waits for the rest when a part is under way beside one that reverted', () => {
    expect(verdict('pending', tx('a', 1000n, 'reverted'), tx('b', 400n, 'seen'))).toEqual({});
  });

  it('does not count what reverted or went missing as paid', () => {
    expect(verdict('pending', tx('a', 600n, 'reverted'), tx('b', 999n, 'seen'))).toEqual({});
    expect(verdict('pending', tx('a', 600n, 'missing'), tx('b', 999n, 'final'))).toEqual({});
  });

  it('waits when a transaction went missing: it may be mined again', () => {
    expect(verdict('pending', tx('a', 1000n, 'missing'))).toEqual({});
    expect(verdict('processing', tx('a', 1000n, 'missing'))).toEqual({});
  });

  it('fails when a part was lost that would be late now, whatever else has arrived', () => {
    const parts = (state: State) => [tx('a', 500n, 'final'), tx('b', 500n, state)];
    expect(verdict('processing', ...parts('lost'))['fail']).toMatchObject({ tx_hash: '0xb' });
    // It may come back, or was never counted.
    expect(verdict('processing', ...parts('missing'))).toEqual({});
    expect(verdict('processing', ...parts('reverted'))).toEqual({});
    // It expires.
    expect(verdict('pending', ...parts('lost'))).toEqual({});
    expect(verdict('processing', tx('a', 1000n, 'final'), tx('b', 500n, 'lost'))['fail']).toBeUndefined();
    // A stranger's, beside what covers the payment.
    expect(verdict('processing', tx('a', 1000n, 'seen'), tx('b', 1n, 'lost'))).toEqual({});
  });

  it.each(paymentStatuses.filter((status) => status !== 'pending' && status !== 'processing'))(
    'moves a %s payment nowhere, whatever arrives',
    (status) => {
      expect(verdict(status, tx('a', 1000n, 'final'))).toEqual({});
      expect(verdict(status, tx('a', 1000n, 'reverted'))).toEqual({});
    },
  );

  it.each([
    ['on another chain', { chain: 'solana', token: 'USDC' }],
    ['in another token of the chain', { chain: 'base', token: 'ETH' }],
  ] as const)('ignores what happens here to a payment that is being confirmed %s', (_case, where) => {
    for (const state of ['reverted', 'final'] as const) {
      const here = { deposit: deposit(), transactions: [tx('a', 1000n, state)] };
      expect(judge(subject({ status: 'processing', ...where }, [here]))).toEqual({});
    }
  });
});

describe('money at several deposits of one payment', () => {
  const onSolana: Partial<DepositRow> = { deposit_id: 'dep_2', chain: 'solana' };
  const observed = (change: Partial<DepositRow>, ...transactions: Tx[]) => ({
    deposit: deposit(change),
    transactions,
  });
  const pending = (both: ReturnType<typeof observed>[]) => judge(subject({ status: 'pending' }, both));

  it('decides by one of those that are covered, so that all events name one chain', () => {
    const both = [observed({}, tx('a', 1000n, 'final')), observed(onSolana, tx('b', 1000n, 'final'))];
    expect(pending(both)).toEqual({ detect: paidBy('a', 1000n), confirm: completedBy('a', 1000n) });
  });

  it('prefers the one whose money is final', () => {
    const both = [observed({}, tx('a', 1000n, 'seen')), observed(onSolana, tx('b', 1000n, 'final'))];
    const paid = { ...paidBy('b', 1000n), chain: 'solana' };
    expect(pending(both)).toEqual({ detect: paid, confirm: { ...paid, fee_bps: 100n } });
  });

  it('does not fail while money is under way to another', () => {
    const both = [observed({}, tx('a', 1000n, 'reverted')), observed(onSolana, tx('b', 400n, 'seen'))];
    expect(pending(both)).toEqual({});
  });

  it('never adds up money of two chains', () => {
    expect(
      pending([observed({}, tx('a', 500n, 'final')), observed(onSolana, tx('b', 500n, 'final'))]),
    ).toEqual({});
  });
});

it('keeps reasons of failures that a database can store', () => {
  const hostile = { reason: 'BAD\u0000REASON', message: `\u0000\u0007${'x'.repeat(1000)}\ud800` };
  expect(verdict('pending', { ...tx('a', 1000n, 'reverted'), ...hostile })['fail']).toEqual({
    ...paidBy('a', 1000n),
    failure_reason: 'BAD REASON',
    failure_message: 'x'.repeat(500),
  });
});

describe('time alone', () => {
  const at = (ms: number, readMs: number | null, ending: 'cancel' | null = null) => {
    const open = subject({ status: 'pending' }, [{ deposit: deposit(), transactions: [] }]);
    const readUntil = new Map(readMs === null ? [] : [['base' as const, new Date(readMs)]]);
    return decideMoves({ ...open, readUntil }, new Date(ms), ending).map(({ move }) => move);
  };

  it('ends a payment at its deadline, once its chains were read that far', () => {
    expect(at(59_999, 59_999)).toEqual([]);
    expect(at(60_000, 59_999)).toEqual([]);
    expect(at(90_000, null)).toEqual([]);
    expect(at(60_000, 60_000)).toEqual(['expire']);
  });

  it('a merchant ends one before', () => {
    expect(at(0, 0, 'cancel')).toEqual(['cancel']);
  });
});

describe('the tolerance of a live payment, 5 of a quote of 1000', () => {
  const quoted = deposit({ environment: 'live', tolerance_units: '5' });
  const movesWith = (units: bigint) =>
    decideMoves(
      subject({ environment: 'live' }, [{ deposit: quoted, transactions: [tx('a', units, 'final')] }]),
      new Date(0),
      null,
    );

  it.each([995n, 1000n])('completes a payment of %s', (units) => {
    expect(movesWith(units).map(({ move }) => move)).toEqual(['detect', 'confirm']);
  });

  it('leaves a payment of 994 pending', () => {
    expect(movesWith(994n)).toEqual([]);
  });

  it.each([
    [995n, 995n],
    [1005n, 1005n],
    [1006n, 1000n],
    [2000n, 1000n],
  ])('books %s as %s: an excess beyond it is not the merchant’s', (units, booked) => {
    expect(movesWith(units).map(({ change }) => change.token_units)).toEqual([booked, booked]);
  });
});

describe('money that screening stopped', () => {
  const held = (status: PaymentStatus, screening: 'hold' | 'refuse', others: Tx[] = [], units = 1000n) => {
    const transactions = [tx('held', units, 'final'), ...others];
    const of = subject({ status, chain: 'base', token: 'USDC' }, [{ deposit: deposit(), transactions }]);
    const arrivals = of.arrivals.map((one) => (one.arrival_id === 'held' ? { ...one, screening } : one));
    return judge({ ...of, arrivals });
  };

  it('moves no payment while it is held', () => {
    expect(held('pending', 'hold')).toEqual({});
    expect(held('processing', 'hold')).toEqual({});
  });

  it('fails a payment that was detected once it is refused, also if a part of its money is good', () => {
    const failed = { fail: expect.objectContaining({ failure_reason: 'SCREENING_REFUSED' }) };
    expect(held('processing', 'refuse')).toEqual(failed);
    expect(held('processing', 'refuse', [tx('good', 400n, 'final')])).toEqual(failed);
  });

  it('fails no payment that is pending: anyone can send it', () => {
    expect(held('pending', 'refuse')).toEqual({});
  });

  it('fails no payment whose own money is still becoming final: anyone can send a cent that is refused', () => {
    expect(held('processing', 'refuse', [tx('good', 1000n, 'seen')], 1n)).toEqual({});
    expect(held('processing', 'refuse', [tx('good', 999n, 'seen')], 1n)['fail']).toBeDefined();
  });

  it('keeps a payment from failing by other transactions while it is held', () => {
    expect(held('processing', 'hold', [tx('other', 1000n, 'reverted')])).toEqual({});
    expect(held('processing', 'hold', [tx('dust', 1n, 'lost')])).toEqual({});
  });

  it('does not stop other money from completing the payment', () => {
    expect(Object.keys(held('pending', 'hold', [tx('good', 1000n, 'final')]))).toEqual(['detect', 'confirm']);
    expect(Object.keys(held('processing', 'refuse', [tx('good', 1000n, 'final')]))).toEqual(['confirm']);
  });
});
