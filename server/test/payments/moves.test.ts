import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type PaymentMove,
  type PaymentStatus,
  paymentMoves,
  paymentStatuses,
} from '../../src/payments/payment/states.ts';
import { movePayments } from '../../src/payments/payment/store.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createPayment, forcePayment, statusOf, unlimited } from './support.ts';

let service: TestService;
let paymentId: string;
beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited });
  paymentId = (await createPayment(service)).payment_id;
});
afterAll(() => service.stop());

/** Where each move may start, as the contract's table and the decisions have it. */
const starts: Record<PaymentMove, PaymentStatus[]> = {
  detect: ['pending'],
  confirm: ['processing'],
  fail: ['pending', 'processing'],
  expire: ['pending'],
  cancel: ['pending'],
  refund_part: ['completed', 'partially_refunded', 'refunded'],
  refund_whole: ['completed', 'partially_refunded'],
  release_refunds: ['partially_refunded', 'refunded'],
};

const moves = Object.keys(paymentMoves) as PaymentMove[];
const cases = moves.flatMap((move) => paymentStatuses.map((from) => ({ move, from })));

describe('the statement that moves payments', () => {
  it.each(cases)('$move from $from happens only where it is allowed', async ({ move, from }) => {
    await forcePayment(service, paymentId, { status: from });
    const key = { payment_id: paymentId, merchant_id: service.merchantId };
    const moved = await movePayments(service.ctx.db, move, new Date(), [key]);
    const allowed = starts[move].includes(from);
    const expected = allowed ? paymentMoves[move].to : from;
    expect(moved.map((row) => row.status)).toEqual(allowed ? [expected] : []);
    expect(await statusOf(service, paymentId)).toBe(expected);
  });

  it.each(['confirm', 'fail'] as const)(
    '%s happens only on the chain the payment was detected on',
    async (move) => {
      const { payment_id } = await createPayment(service);
      const key = { payment_id, merchant_id: service.merchantId };
      const seen = {
        ...key,
        chain: 'base',
        token: 'USDC',
        token_units: 1n,
        tx_hash: '0x1',
        payer_address: '0xp',
      } as const;
      await movePayments(service.ctx.db, 'detect', new Date(), [seen]);
      for (const elsewhere of [{ chain: 'bsc' }, { token: 'ETH' }] as const)
        expect(await movePayments(service.ctx.db, move, new Date(), [{ ...seen, ...elsewhere }])).toEqual([]);
      expect(await statusOf(service, payment_id)).toBe('processing');
      expect(await movePayments(service.ctx.db, move, new Date(), [seen])).toHaveLength(1);
    },
  );

  it('does not touch a payment under another merchant’s name', async () => {
    await forcePayment(service, paymentId, { status: 'pending' });
    const key = { payment_id: paymentId, merchant_id: 'mer_other' };
    expect(await movePayments(service.ctx.db, 'expire', new Date(), [key])).toEqual([]);
    expect(await statusOf(service, paymentId)).toBe('pending');
  });
});
