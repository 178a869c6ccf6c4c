import type { Address } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { releasePayouts } from '../../../src/treasury/payouts/release-payouts.ts';
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
