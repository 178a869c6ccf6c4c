import { expect, it } from 'vitest';
import { refundTokens } from './payment.ts';

const left = { refundable_amount: '30.00', refundable_token_amount: '0.010000' };

it('says what a refund sends in tokens: the share of what is left', () => {
  expect(refundTokens(left, '30.00')).toBe('0.010000');
  expect(refundTokens(left, '10')).toBe('0.003333');
  for (const wrong of ['', '0', '30.01', '-1', 'ten', '1.001']) expect(refundTokens(left, wrong)).toBeNull();
});
