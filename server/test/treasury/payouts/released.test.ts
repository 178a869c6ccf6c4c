import type { Address } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdPayouts } from '../../../src/treasury/payouts/hold-payouts.ts';
import { releasePayouts } from '../../../src/treasury/payouts/release-payouts.ts';
import { selectHeldFor } from '../../../src/treasury/payouts/step-store.ts';
import { takenBack } from '../../../src/treasury/transfers/hold-transfers.ts';
import { account, moving, postNow } from '../ledger/support.ts';
import { type SendingService, startSendingService } from '../transfers/sending-service.ts';

const wallet: Address = '0x00000000000000000000000000000000000000Ad';
const minuteMs = 60_000;

let service: SendingService;
beforeAll(async () => {
  service = await startSendingService('released');
});
afterAll(() => service?.stop());

/** The ledger was compared at this time with a block of that time, and nothing was missing. */
async function compareAt(checkedAt: Date, blockTime: Date): Promise<void> {
  await service.ctx.db`
    insert into ledger_reconciliations (chain, due_at, checked_at, block_number, block_time, differences)
    values ('base', ${checkedAt}, ${checkedAt}, 1, ${blockTime}, '[]')
    on conflict (chain) do update set checked_at = excluded.checked_at, block_time = excluded.block_time`;
}

it('a payout waits for a comparison with a block that is newer than itself, not for a newer look at an old block', async () => {
  const { ctx } = service;
  const { key } = await service.addShop(wallet, 20_000_000n);
  await ctx.db`
    insert into chain_cursors (chain, fence, number, hash, block_time, final_number, finalized_number)
    values ('base', 1, 1, '0x01', ${ctx.clock.now()}, 1, 1)
    on conflict (chain) do update set number = 1, hash = '0x01', block_time = excluded.block_time`;
  const asked = await service.call('POST', '/payouts', {
    key,
    body: { chain: 'base', token: 'USDC', token_amount: '5.00' },
  });
  expect(asked.status).toBe(201);
  const later = new Date(Date.now() + minuteMs);
  await compareAt(later, new Date(Date.now() - minuteMs));
  expect(await releasePayouts(ctx)).toBe(0);
  await compareAt(later, later);
  expect(await releasePayouts(ctx)).toBe(1);
});

it('payouts whose balance stays below zero take no place of those that can go on', async () => {
  const { ctx } = service;
  /** A payout of 5 dollars of 20, held as its money was taken back. */
  const heldPayout = async () => {
    const { key } = await service.addShop(wallet, 20_000_000n);
    const body = { chain: 'base', token: 'USDC', token_amount: '5.00' };
    const { payout_id } = (await service.call('POST', '/payouts', { key, body })).json.data;
    const [payout] = await ctx.db<{ merchant_id: string }[]>`
      select merchant_id from payouts where payout_id = ${payout_id}`;
    const merchant_id = payout?.merchant_id ?? '';
    const balance = { merchant_id, chain: 'base', token: 'USDC', taking: 100_000_000n } as const;
    await ctx.db.begin((tx) => holdPayouts(ctx, tx, balance, takenBack));
    return { payout_id, merchant_id };
  };
  const first = await heldPayout();
  const second = await heldPayout();
  const next = async () => (await selectHeldFor(ctx.db, [takenBack], 1)).map(({ payout_id }) => payout_id);
  expect(await next()).toEqual([first.payout_id]);
  const rest = { environment: 'live' } as const;
  const [held, owed] = [
    account('vault', first.merchant_id, rest),
    account('merchant_balance', first.merchant_id, rest),
  ];
  await postNow(ctx, [moving('reversal', ctx.ids.next('arr'), 16_000_000n, held, owed)]);
  expect(await next()).toEqual([second.payout_id]);
});
