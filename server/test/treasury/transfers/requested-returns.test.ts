import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChainId } from '../../../src/lib/chains/registry.ts';
import {
  failTransfer,
  holdTransfers,
  releaseTransfer,
  takenBack,
} from '../../../src/treasury/transfers/hold-transfers.ts';
import { nameDue, payIdAt, seriesOf } from '../../../src/treasury/transfers/pay-ids.ts';
import { selectDue } from '../../../src/treasury/transfers/store.ts';
import { requestTransfer } from '../../../src/treasury/transfers/transfers.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Requests the return of money that came for a payment on this chain. */
async function requestReturn(
  paymentId: string,
  chain: ChainId,
  units: bigint,
  transferId = service.ctx.ids.next('unf'),
): Promise<string> {
  const { ctx, merchantId } = service;
  const toAddress = '0x00000000000000000000000000000000000000Ad';
  await requestTransfer(ctx, ctx.db, {
    transferId,
    kind: 'return',
    environment: 'live',
    merchantId,
    chain,
    token: 'USDC',
    toAddress,
    units,
    source: transferId,
    series: seriesOf.return(paymentId, chain),
  });
  return transferId;
}

const named = async (chain: ChainId) => {
  const due = await selectDue(service.ctx.db, chain, new Date(Date.now() + 1000), 'payments', 10);
  const { named, behind } = await nameDue(service.ctx.db, chain, due);
  return { named: named.map(({ transfer_id, pay_id }) => [transfer_id, pay_id]), behind: behind.length };
};

it('what the operator released can be held again once it failed and was asked for anew', async () => {
  const { ctx } = service;
  const id = await requestReturn(ctx.ids.next('pay'), 'optimism', 30n);
  const held = async () => {
    await holdTransfers(ctx.db, [id], takenBack);
    const [row] = await ctx.db`select held_reason from transfers where transfer_id = ${id}`;
    return row?.['held_reason'];
  };
  expect(await held()).toBe(takenBack);
  expect(await releaseTransfer(ctx, id)).toBe(true);
  expect(await held()).toBe(null);
  await failTransfer(ctx, id);
  await requestReturn('', 'optimism', 30n, id);
  expect(await held()).toBe(takenBack);
});

it('returns of one payment on two chains do not wait for each other, and each chain has a first place', async () => {
  const paymentId = service.ctx.ids.next('pay');
  const onBase = await requestReturn(paymentId, 'base', 30n);
  const firstOnBase = payIdAt(seriesOf.return(paymentId, 'base'), 0n);
  expect(await named('base')).toEqual({ named: [[onBase, firstOnBase]], behind: 0 });
  await service.ctx.db`
    update transfers set status = 'sending', batch_id = 'bat_1', due_at = null, pay_id = ${firstOnBase}
    where transfer_id = ${onBase}`;
  const onPolygon = await requestReturn(paymentId, 'polygon', 50n);
  const firstOnPolygon = payIdAt(seriesOf.return(paymentId, 'polygon'), 0n);
  expect(firstOnPolygon).not.toBe(firstOnBase);
  expect(await named('polygon')).toEqual({ named: [[onPolygon, firstOnPolygon]], behind: 0 });
  // A database that has forgotten the first one gives its id to the same money again.
  await service.ctx.db`delete from transfers where transfer_id = ${onBase}`;
  expect(await named('polygon')).toEqual({ named: [[onPolygon, firstOnPolygon]], behind: 0 });
  await requestReturn(paymentId, 'base', 20n);
  expect((await named('base')).named).toEqual([[expect.any(String), firstOnBase]]);
});
