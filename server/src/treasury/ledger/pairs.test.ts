import { expect, it } from 'vitest';
import { pairUp } from './pairs.ts';
import type { AccountKind, Posting } from './posting.ts';
import { completionPosting, reversalPosting } from './postings.ts';
import { routeArrivedPosting } from './route-postings.ts';

const money = {
  environment: 'live',
  merchantId: 'mer_1',
  chain: 'base',
  token: 'USDC',
  units: 100n,
} as const;
const at = new Date(0);
const pairs = ({ lines }: Pick<Posting, 'lines'>) =>
  pairUp(lines).map(({ line, other }) => `${line.account.kind} ${line.units} ${other?.kind ?? 'alone'}`);
const line = (kind: AccountKind, units: bigint) => ({ account: { ...money, kind }, units });

it('what two accounts split comes from one', () => {
  expect(pairs(completionPosting(money, 0n, 'pay_1', at))).toEqual(['merchant_balance -100 unapplied']);
  expect(pairs(completionPosting(money, 100n, 'pay_1', at))).toEqual([
    'merchant_balance -99 unapplied',
    'fee_income -1 unapplied',
  ]);
  expect(pairs(reversalPosting(money, { applied: 60n, fee: 1n }, 'arr_1', at))).toEqual([
    'unapplied 40 deposit_address',
    'merchant_balance 59 deposit_address',
    'fee_income 1 deposit_address',
  ]);
});

it('a merchant’s balance comes first, and tokens stay apart', () => {
  const swapped = { lines: [line('merchant_balance', 5n), line('in_transit', -5n)] };
  expect(pairs(swapped)).toEqual(['merchant_balance 5 in_transit']);
  expect(pairs(routeArrivedPosting(money, { ...money, token: 'ETH', units: 7n }, 'rts_1', at))).toEqual([
    'trading -100 in_transit',
    'in_transit -7 vault',
  ]);
});

it('what is not balanced, or has no hub, stays alone', () => {
  expect(pairs({ lines: [line('vault', 5n), line('gas', -4n)] })).toEqual(['vault 5 alone', 'gas -4 alone']);
  const four = [line('vault', 5n), line('gas', 1n), line('outside', -2n), line('rounding', -4n)];
  expect(pairs({ lines: four })).toHaveLength(4);
  const lent = [line('merchant_balance', 5n), line('merchant_balance', -5n)];
  expect(pairs({ lines: lent })).toEqual(['merchant_balance 5 alone', 'merchant_balance -5 alone']);
});
