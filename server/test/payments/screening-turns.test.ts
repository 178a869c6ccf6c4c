import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  claimDue,
  insertScreenings,
  type NewScreening,
  selectUnaskedTransfers,
} from '../../src/payments/screening/store.ts';
import { requestTransfer, screenedKinds } from '../../src/treasury/transfers/transfers.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/service.ts';

let service: TestService;
let other: TestMerchant;
beforeAll(async () => {
  service = await startTestService();
  other = await service.createMerchant();
});
afterAll(() => service.stop());

it('a merchant with many transfers does not keep those of another from being asked about', async () => {
  const { ctx } = service;
  const request = async (merchantId: string) => {
    const transferId = ctx.ids.next('unf');
    await requestTransfer(ctx, ctx.db, {
      ...{
        transferId,
        kind: 'return',
        environment: 'live',
        merchantId,
        chain: 'base',
        token: 'USDC',
        units: 1n,
      },
      ...{ toAddress: '0xaa', source: transferId, series: `return:${ctx.ids.next('pay')}:base` },
    });
    return transferId;
  };
  for (let i = 0; i < 25; i++) await request(service.merchantId);
  const last = await request(other.merchantId);
  const unasked = () => selectUnaskedTransfers(ctx.db, ['base'], screenedKinds, 20);
  const found = await unasked();
  expect(found).toHaveLength(20);
  expect(found.map(({ subject }) => subject)).toContain(last);
});

it('nor does one with many questions that are due', async () => {
  const { ctx } = service;
  const now = new Date();
  const question = (merchant_id: string): NewScreening => {
    const subject = ctx.ids.next('ref');
    return {
      ...{ screening_id: ctx.ids.next('scr', now), direction: 'out', kind: 'refund', chain: 'base', subject },
      ...{ address: '0xaa', token: 'USDC', units: '1', merchant_id, resource_id: subject, tx_hash: null },
    };
  };
  const many = Array.from({ length: 30 }, () => question(service.merchantId));
  await insertScreenings(ctx.db, many, now);
  const late = question(other.merchantId);
  const later = new Date(now.getTime() + 1000);
  await insertScreenings(ctx.db, [late], later);
  const lease = new Date(later.getTime() + 30_000);
  const claimed = await claimDue(ctx.db, later, lease, 20);
  expect(claimed).toHaveLength(20);
  expect(claimed.map(({ subject }) => subject)).toContain(late.subject);
  expect(await claimDue(ctx.db, later, lease, 20)).toHaveLength(11);
});
