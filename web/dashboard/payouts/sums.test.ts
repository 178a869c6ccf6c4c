import { describe, expect, it } from 'vitest';
import type { BalanceOutlook } from '../shared/api/types.ts';
import {
  arrivingAmount,
  destinationOf,
  duePayouts,
  type Exchange,
  leavingAmount,
  nextPayouts,
  restOf,
  sumOf,
  totalWorth,
  worthOfPart,
} from './sums.ts';

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
const balance: BalanceOutlook = {
  chain: 'base',
  token: 'USDC',
  available: '100.000000',
  pending: '0.000000',
  in_transit: '0.000000',
  refunding: '0.000000',
  missing: '0.000000',
  amount: '100.00',
  currency: 'USD',
  reason: null,
  explanation: null,
  routing: null,
  payable: {
    token_amount: '90.000000',
    amount: '90.00',
    stays: '10.000000',
    address: wallet,
    into: null,
    scheduled_to: wallet,
  },
};

describe('sums of balances', () => {
  it('are exact where floats are not', () => {
    expect(sumOf(['0.10', '0.20', '99999999999999.99'])).toBe('100000000000000.29');
    expect(sumOf(['1.00', '-2.50'])).toBe('-1.50');
    expect(sumOf([])).toBe('0.00');
  });

  it('say when a balance has no price', () => {
    expect(totalWorth([balance, { ...balance, amount: null }])).toEqual({
      amount: '100.00',
      isComplete: false,
    });
    const empty = { ...balance, amount: null, available: '0.000000' };
    expect(totalWorth([balance, empty])).toEqual({ amount: '100.00', isComplete: true });
  });

  it('leave out what the schedule leaves, and name each wallet once', () => {
    const waiting = { ...balance, payable: { ...balance.payable, scheduled_to: null } } as BalanceOutlook;
    const none = { ...balance, payable: null };
    expect(duePayouts([balance, waiting, none])).toEqual([balance, waiting]);
    expect(nextPayouts([balance, waiting, balance, none])).toEqual({ amount: '180.00', wallets: [wallet] });
  });

  it('estimate what arrives at the rate of the quote', () => {
    const [due] = duePayouts([balance]);
    const quote = { chain: 'base', token: 'USDC', token_amount: '100.000000', explanation: '' } as const;
    if (!due) throw new Error('the balance is due');
    expect(arrivingAmount(due, { ...quote, arriving_amount: '99.500000' })).toBe('89.550000');
    expect(arrivingAmount(due, { ...quote, arriving_amount: null })).toBeNull();
    expect(arrivingAmount(due, undefined)).toBeNull();
  });
});

describe('a payout of everything', () => {
  const target = {
    chain: 'solana',
    token: 'USDC',
    address: '43MJSYxTcRNCH5FqdSgM6PjKz9U4Jrtu9MzXd71xczWp',
  } as const;
  const [asReceived] = duePayouts([balance]);
  if (!asReceived) throw new Error('the balance is due');
  const exchanged = { ...asReceived, payable: { ...asReceived.payable, into: target } };
  const walletless = {
    ...asReceived,
    payable: { ...asReceived.payable, into: { ...target, address: null } },
  };
  const quote = { chain: 'base', token: 'USDC', token_amount: '100.000000', explanation: '' } as const;
  const possible: Exchange = {
    quotes: [{ ...quote, arriving_amount: '99.500000' }],
    waits: false,
    isOff: false,
  };
  const refused: Exchange = { ...possible, quotes: [{ ...quote, arriving_amount: null }] };

  it.each([
    ['as received', asReceived, null, wallet],
    ['exchanged', exchanged, possible, target.address],
    ['refused and paid as received', exchanged, refused, wallet],
    ['refused and left', exchanged, { ...refused, waits: true }, null],
    ['left while routing is off', exchanged, { ...possible, waits: true, isOff: true }, null],
    ['without a wallet to exchange it for', walletless, possible, null],
    ['refused, and without that wallet', walletless, refused, null],
  ])('sends what leaves, and counts nothing else: %s', (_, due, exchange, to) => {
    expect(destinationOf(due, exchange)).toBe(to);
    expect(leavingAmount([due, asReceived], exchange)).toBe(to === null ? '90.00' : '180.00');
  });

  it('has no sum until the quotes are there, unless none are asked for', () => {
    expect(leavingAmount([exchanged], { ...possible, quotes: null })).toBeNull();
    expect(leavingAmount([exchanged], { quotes: null, waits: true, isOff: true })).toBe('0.00');
  });
});

describe('a part of a balance', () => {
  const [due] = duePayouts([balance]);
  if (!due) throw new Error('the balance is due');

  it('is worth its share', () => {
    expect(worthOfPart('45', due)).toBe('$45.00');
    for (const nothing of ['', ' ', '0', '-1', 'ten']) expect(worthOfPart(nothing, due)).toBeNull();
  });

  it('leaves the rest, and never less than nothing', () => {
    expect(restOf('40.5', '100.000000')).toBe('59.500000');
    expect(restOf('100', '100.000000')).toBe('0.000000');
    for (const wrong of ['100.000001', '', 'x', '1.0000001']) expect(restOf(wrong, '100.000000')).toBeNull();
  });
});
