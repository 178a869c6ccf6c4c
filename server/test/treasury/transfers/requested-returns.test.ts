import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChainId } from '../../../src/lib/chains/registry.ts';
import { balanceOf } from '../../../src/treasury/ledger/ledger.ts';
import {
  belowZero,
  cancelTransfers,
  failTransfer,
  holdTransfers,
  releaseTransfer,
  takenBack,
} from '../../../src/treasury/transfers/hold-transfers.ts';
import { nameDue, payIdAt, seriesOf } from '../../../src/treasury/transfers/pay-ids.ts';
import { selectDue, selectTransfer, updateSetAside } from '../../../src/treasury/transfers/store.ts';
import { recordOutcomes, requestTransfer } from '../../../src/treasury/transfers/transfers.ts';
import { holdUnknown, unholdUnknown } from '../../../src/treasury/transfers/unknown-payments.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { insertPaid } from './paid-payments.ts';

const payer = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

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

const transferOf = async (id: string) => {
  const transfer = await selectTransfer(service.ctx.db, id);
  if (!transfer) throw new Error(`there is no transfer ${id}`);
  return transfer;
};

it('what is asked for anew is as much as is open by then', async () => {
  const { ctx } = service;
  const paymentId = ctx.ids.next('pay');
  const id = await requestReturn(paymentId, 'arbitrum', 30n);
  await failTransfer(ctx, id);
  // A chain took it back and has it again, and the payment took a part.
  await requestReturn(paymentId, 'arbitrum', 10n, id);
  expect(await transferOf(id)).toMatchObject({ status: 'waiting', units: '10' });
});

it('money that a chain took back is not returned once the operator has explained what else left', async () => {
  const { ctx } = service;
  const read = await transferOf(await requestReturn(ctx.ids.next('pay'), 'avalanche', 30n));
  const id = read.transfer_id;
  await holdUnknown(ctx, [read]);
  await holdTransfers(ctx.db, [id], takenBack);
  await unholdUnknown(ctx, 'avalanche');
  expect(await transferOf(id)).toMatchObject({ held_reason: takenBack });
  // Nor when a worker had read it before.
  await holdUnknown(ctx, [read]);
  await unholdUnknown(ctx, 'avalanche');
  expect(await transferOf(id)).toMatchObject({ held_reason: takenBack });
});

it('a return that left for money which the chain has taken back holds what else leaves, once the balance is below zero', async () => {
  const { ctx, merchantId } = service;
  const paymentId = await insertPaid(service, 'base', payer, 10_000_000n);
  const body = { payment_id: paymentId, amount: '10.00' };
  const refund = (await service.call('POST', '/refunds', { key: service.liveKey, body })).json.data.refund_id;
  const [arrivalId, id] = [ctx.ids.next('arr'), ctx.ids.next('unf')];
  await ctx.db`
    insert into arrivals (arrival_id, chain, kind, identity, token, address, units, block_hash, block_number, block_time,
      waits_for_finalized, state, seen_at)
    values (${arrivalId}, 'base', 'log', 'log:1', 'USDC', '0xdd', 3000000, '0xbb', 1, now(), false, 'gone', now())`;
  await ctx.db`
    insert into arrival_uses (arrival_id, payment_id, merchant_id, applied_units, unapplied_units, fee_units, decided_at)
    values (${arrivalId}, ${paymentId}, ${merchantId}, 0, 3000000, 0, now())`;
  await ctx.db`
    insert into unapplied_funds (unapplied_id, merchant_id, environment, payment_id, arrival_id, status, reason, chain, token,
      token_units, arrived_at, created_at)
    values (${id}, ${merchantId}, 'live', ${paymentId}, ${arrivalId}, 'returning', 'overpaid', 'base', 'USDC', 3000000, now(),
      now())`;
  await requestReturn(paymentId, 'base', 3_000_000n, id);
  await recordOutcomes(ctx, null, [{ transferId: id, result: 'completed', txHash: '0xee' }]);
  const own = { merchantId, environment: 'live', chain: 'base', token: 'USDC' } as const;
  expect(await balanceOf(ctx.db, own)).toBe(-3_000_000n);
  expect(await transferOf(refund)).toMatchObject({ status: 'waiting', held_reason: belowZero });
  expect((await service.call('GET', `/refunds/${refund}`, { key: service.liveKey })).json.data).toMatchObject(
    {
      waiting_for: 'operator',
    },
  );
});

it('what may have been paid, and could not be recorded, is cancelled by nobody', async () => {
  const { ctx } = service;
  const id = await requestReturn(ctx.ids.next('pay'), 'bsc', 30n);
  await ctx.db`update transfers set status = 'sending', batch_id = 'bat_2', due_at = null, pay_id = '0xab' where transfer_id = ${id}`;
  await updateSetAside(ctx.db, 'bat_2', { transferId: id, reason: 'not recorded', dueAt: new Date() });
  expect(await failTransfer(ctx, id)).toBe(false);
  expect(await cancelTransfers(ctx.db, [id], { reason: '', message: '' }, new Date())).toEqual([]);
  expect(await transferOf(id)).toMatchObject({
    status: 'waiting',
    pay_id: '0xab',
    held_reason: 'not recorded',
  });
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
