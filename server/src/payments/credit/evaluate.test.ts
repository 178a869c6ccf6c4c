import { describe, expect, it } from 'vitest';
import type { ObservedTransaction, TransactionState } from '../../chains/adapter.ts';
import type { WatchedDepositRow } from '../deposits/deposit.ts';
import { type PaymentStatus, paymentStatuses } from '../payment/states.ts';
import { confirmationsIn, judge } from './evaluate.ts';

const key = { payment_id: 'pay_1', merchant_id: 'mer_1' };
const seen: TransactionState = { state: 'seen', confirmations: 0 };
const final: TransactionState = { state: 'final', confirmations: 12 };
const missing: TransactionState = { state: 'missing' };
const reverted: TransactionState = {
  state: 'reverted',
  failureReason: 'TRANSACTION_REVERTED',
  failureMessage: 'Out of gas.',
};

function deposit(status: PaymentStatus): WatchedDepositRow {
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
    check_at: null,
    followed: false,
    status,
    expires_at: new Date(60_000),
    payment_chain: status === 'pending' ? null : 'base',
    payment_token: status === 'pending' ? null : 'USDC',
    amount_minor: 1000n,
    currency: 'USD',
  };
}

function tx(name: string, units: bigint, status: TransactionState): ObservedTransaction {
  return { txHash: `0x${name}`, payerAddress: `0xpayer-${name}`, at: null, units, status };
}

const verdict = (status: PaymentStatus, ...transactions: ObservedTransaction[]) =>
  judge([
    {
      deposit: deposit(status),
      report: { depositId: 'dep_1', transactions, askAgainAt: null, asOf: new Date(0) },
    },
  ]);

const paidBy = (name: string, units: bigint) => ({
  ...key,
  chain: 'base',
  token: 'USDC',
  token_units: units,
  tx_hash: `0x${name}`,
  payer_address: `0xpayer-${name}`,
});

const failure = { failure_reason: 'TRANSACTION_REVERTED', failure_message: 'Out of gas.' };

describe('judge', () => {
  it('leaves a payment alone while nothing has arrived', () => {
    expect(verdict('pending')).toEqual({});
    expect(verdict('processing')).toEqual({});
  });

  it('detects a transaction that covers the quote', () => {
    expect(verdict('pending', tx('a', 1000n, seen))).toEqual({ detect: paidBy('a', 1000n) });
  });

  it('detects and confirms at once what is final when it is first looked at', () => {
    expect(verdict('pending', tx('a', 1000n, final))).toEqual({
      detect: paidBy('a', 1000n),
      confirm: paidBy('a', 1000n),
    });
  });

  it('confirms a payment in processing once its transaction is final, and not before', () => {
    expect(verdict('processing', tx('a', 1000n, seen))).toEqual({});
    expect(verdict('processing', tx('a', 1000n, final))).toEqual({ confirm: paidBy('a', 1000n) });
  });

  it('leaves a payment pending when one unit is lacking, even for good', () => {
    expect(verdict('pending', tx('a', 999n, seen))).toEqual({});
    expect(verdict('pending', tx('a', 999n, final))).toEqual({});
  });

  it('keeps what was paid beyond the quote', () => {
    expect(verdict('pending', tx('a', 5000n, final))).toEqual({
      detect: paidBy('a', 5000n),
      confirm: paidBy('a', 5000n),
    });
  });

  it('adds up several transactions, and names who sent most', () => {
    expect(verdict('pending', tx('a', 400n, seen), tx('b', 600n, seen))).toEqual({
      detect: paidBy('b', 1000n),
    });
  });

  it('confirms only once the final transactions alone cover the quote', () => {
    expect(verdict('processing', tx('a', 400n, final), tx('b', 600n, seen))).toEqual({});
    expect(verdict('processing', tx('a', 400n, final), tx('b', 600n, final))).toEqual({
      confirm: paidBy('b', 1000n),
    });
  });

  it('books what is final, and not what is only seen beside it', () => {
    expect(verdict('processing', tx('a', 1000n, final), tx('b', 500n, seen))).toEqual({
      confirm: paidBy('a', 1000n),
    });
    expect(verdict('pending', tx('a', 1000n, final), tx('b', 5000n, seen))).toEqual({
      detect: paidBy('a', 1000n),
      confirm: paidBy('a', 1000n),
    });
  });

  it('takes whoever sent most for the payer, whatever dust comes before or after', () => {
    const dusted = [tx('dust', 1n, final), tx('a', 1000n, final), tx('more-dust', 2n, final)];
    expect(verdict('processing', ...dusted)).toEqual({ confirm: paidBy('a', 1003n) });
    expect(verdict('pending', tx('a', 1000n, seen), tx('dust', 1n, seen))).toEqual({
      detect: paidBy('a', 1001n),
    });
  });

  it('adds up what one payer sent in parts, and names the last part', () => {
    const from = (name: string, payer: string, units: bigint) => ({
      ...tx(name, units, final),
      payerAddress: payer,
    });
    expect(
      verdict('processing', from('a', '0xb', 300n), from('b', '0xa', 450n), from('c', '0xb', 250n)),
    ).toEqual({
      confirm: { ...paidBy('c', 1000n), payer_address: '0xb' },
    });
  });

  it.each(['pending', 'processing'] as const)(
    'fails a %s payment whose only transaction reverted, with its reason',
    (status) => {
      expect(verdict(status, tx('a', 1000n, reverted))).toEqual({
        fail: { ...paidBy('a', 1000n), ...failure },
      });
    },
  );

  it('does not fail a payment when a good transaction stands beside the one that reverted', () => {
    expect(verdict('pending', tx('a', 1000n, reverted), tx('b', 1000n, seen))).toEqual({
      detect: paidBy('b', 1000n),
    });
    expect(verdict('processing', tx('b', 1000n, final), tx('a', 1000n, reverted))).toEqual({
      confirm: paidBy('b', 1000n),
    });
  });

  it('waits for the rest when a part is under way beside one that reverted', () => {
    expect(verdict('pending', tx('a', 1000n, reverted), tx('b', 400n, seen))).toEqual({});
  });

  it('does not count what reverted or went missing as paid', () => {
    expect(verdict('pending', tx('a', 600n, reverted), tx('b', 999n, seen))).toEqual({});
    expect(verdict('pending', tx('a', 600n, missing), tx('b', 999n, final))).toEqual({});
  });

  it('waits when a transaction went missing: it may be mined again', () => {
    expect(verdict('pending', tx('a', 1000n, missing))).toEqual({});
    expect(verdict('processing', tx('a', 1000n, missing))).toEqual({});
  });

  it('fails when a part was lost that would be late now, whatever else has arrived', () => {
    const lost: TransactionState = { ...reverted, isTooLate: true };
    const parts = (state: TransactionState) => [tx('a', 500n, final), tx('b', 500n, state)];
    expect(verdict('processing', ...parts(lost)).fail).toMatchObject({ tx_hash: '0xb' });
    // It may come back, or was never counted.
    expect(verdict('processing', ...parts(missing))).toEqual({});
    expect(verdict('processing', ...parts(reverted))).toEqual({});
    // It expires.
    expect(verdict('pending', ...parts(lost))).toEqual({});
    expect(verdict('processing', tx('a', 1000n, final), tx('b', 500n, lost)).fail).toBeUndefined();
  });

  it.each(paymentStatuses.filter((status) => status !== 'pending' && status !== 'processing'))(
    'moves a %s payment nowhere, whatever arrives',
    (status) => {
      expect(verdict(status, tx('a', 1000n, final))).toEqual({});
      expect(verdict(status, tx('a', 1000n, reverted))).toEqual({});
    },
  );

  it.each([
    ['on another chain', { payment_chain: 'solana' }],
    ['in another token of the chain', { payment_token: 'ETH' }],
  ] as const)('ignores what happens here to a payment that is being confirmed %s', (_case, where) => {
    const other: WatchedDepositRow = { ...deposit('processing'), ...where };
    for (const state of [reverted, final]) {
      const report = {
        depositId: 'dep_1',
        transactions: [tx('a', 1000n, state)],
        askAgainAt: null,
        asOf: new Date(0),
      };
      expect(judge([{ deposit: other, report }])).toEqual({});
    }
  });
});

describe('judge, of several deposits of one payment', () => {
  const onSolana: Partial<WatchedDepositRow> = { deposit_id: 'dep_2', chain: 'solana' };
  const observed = (change: Partial<WatchedDepositRow>, ...transactions: ObservedTransaction[]) => ({
    deposit: { ...deposit('pending'), ...change },
    report: { depositId: change.deposit_id ?? 'dep_1', transactions, askAgainAt: null, asOf: new Date(0) },
  });

  it('decides by one of those that are covered, so that all events name one chain', () => {
    const both = [observed({}, tx('a', 1000n, final)), observed(onSolana, tx('b', 1000n, final))];
    expect(judge(both)).toEqual({ detect: paidBy('a', 1000n), confirm: paidBy('a', 1000n) });
  });

  it('prefers the one whose money is final', () => {
    const both = [observed({}, tx('a', 1000n, seen)), observed(onSolana, tx('b', 1000n, final))];
    const paid = { ...paidBy('b', 1000n), chain: 'solana' };
    expect(judge(both)).toEqual({ detect: paid, confirm: paid });
  });

  it('does not fail while money is under way to another', () => {
    const both = [observed({}, tx('a', 1000n, reverted)), observed(onSolana, tx('b', 400n, seen))];
    expect(judge(both)).toEqual({});
  });

  it('never adds up money of two chains', () => {
    expect(judge([observed({}, tx('a', 500n, final)), observed(onSolana, tx('b', 500n, final))])).toEqual({});
  });
});

it('keeps reasons of failures that a database can store', () => {
  const hostile: TransactionState = {
    state: 'reverted',
    failureReason: 'BAD\u0000REASON',
    failureMessage: `\u0000\u0007${'x'.repeat(1000)}\ud800`,
  };
  expect(verdict('pending', tx('a', 1000n, hostile)).fail).toEqual({
    ...paidBy('a', 1000n),
    failure_reason: 'BAD REASON',
    failure_message: 'x'.repeat(500),
  });
});

describe('confirmationsIn', () => {
  const counted = (...transactions: ObservedTransaction[]) =>
    confirmationsIn({ depositId: 'dep_1', transactions, askAgainAt: null, asOf: new Date(0) });

  it('is that of the transaction with fewest, of those that count', () => {
    expect(counted(tx('a', 1n, final), tx('b', 1n, { state: 'seen', confirmations: 3 }))).toBe(3);
    expect(counted(tx('a', 1n, final), tx('b', 1n, reverted), tx('c', 1n, missing))).toBe(12);
  });

  it('is unknown when nothing is seen', () => {
    expect(counted()).toBeNull();
    expect(counted(tx('a', 1n, reverted), tx('b', 1n, missing))).toBeNull();
  });
});
