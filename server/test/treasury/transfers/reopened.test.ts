import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { checkLedger } from '../../../src/treasury/ledger/checks.ts';
import type { Outcome } from '../../../src/treasury/transfers/transfer.ts';
import { recordOutcomes } from '../../../src/treasury/transfers/transfers.ts';
import { createPaid } from '../../payments/refunds/support.ts';
import { randomAt, unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestMerchant, type TestService } from '../../support/service.ts';
import { settleTo } from '../payouts/support.ts';

const clock = manualClock();
const onBase = { chain: 'base', token: 'USDC' };
let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startTestService({ clock, random: randomAt('min'), requestsPerMinute: unlimited });
  service.ctx.log.level = 'silent';
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.createMerchant();
  await settleTo(service, shop.merchantId, { schedule: 'manual' });
});

const call = (method: 'GET' | 'POST', path: string, body?: object) =>
  service.call(method, path, { key: shop.testKey, ...(body ? { body } : {}) });
const read = async (path: string) => (await call('GET', path)).json.data;
const balance = async () => (await read('/balances'))[0].available;

/** The path of a refund of 40 or a payout of 60 that is completed. */
async function completed(kind: 'refund' | 'payout'): Promise<{ path: string; id: string }> {
  const accepted = { accepted_chains: ['base'], accepted_tokens: ['USDC'] };
  const { payment_id } = await createPaid(
    service,
    { amount: '100.00', currency: 'USD', ...accepted },
    { key: shop.testKey },
  );
  const { json, text } =
    kind === 'refund'
      ? await call('POST', '/refunds', { payment_id, amount: '40.00' })
      : await call('POST', '/payouts', { ...onBase, token_amount: '60' });
  const id = json.data?.[`${kind}_id`];
  expect(id, text).toBeTruthy();
  for (let i = 0; i < 4; i++) {
    await service.runDue();
    clock.advance(1000);
  }
  const path = `/${kind}s/${id}`;
  expect(await read(path)).toMatchObject({ status: 'completed' });
  return { path, id };
}

/** What is left of a completed transfer when the chain has abandoned its block, and how it ends then. */
async function endsAgain(source: string, outcome: (transferId: string) => Outcome): Promise<void> {
  const [transfer] = await service.ctx.db<{ transfer_id: string }[]>`
    update transfers set status = 'sending', batch_id = ${`batch of ${source}`}, tx_hash = null, ended_at = null,
      reopenings = reopenings + 1
    where source = ${source} returning transfer_id`;
  await recordOutcomes(service.ctx, `batch of ${source}`, [outcome(transfer?.transfer_id ?? '')]);
}

it.each([
  ['refund', '60.000000'],
  ['payout', '40.000000'],
] as const)('a %s names the transaction that paid it in the end', async (kind, left) => {
  const { path, id } = await completed(kind);
  const before = await read(path);
  await endsAgain(id, (transferId) => ({ transferId, result: 'completed', txHash: '0xagain' }));
  expect(await read(path)).toMatchObject({ status: 'completed', tx_hash: '0xagain' });
  expect((await read(path)).completed_at).toBe(before.completed_at);
  expect(await balance()).toBe(left);
  expect((await checkLedger(service.ctx.db)).problems).toEqual([]);
});

it.each(['refund', 'payout'] as const)(
  'a completed %s that cannot be paid again says so, and its money is back',
  async (kind) => {
    const { path, id } = await completed(kind);
    const events = await read('/events');
    const { tx_hash } = await read(path);
    const failed = { result: 'failed', txHash: null, reason: 'RECIPIENT_REFUSED' } as const;
    await endsAgain(id, (transferId) => ({ ...failed, transferId, message: 'The recipient refused.' }));
    expect(await read(path)).toMatchObject({
      status: 'completed',
      tx_hash,
      failure_reason: 'RECIPIENT_REFUSED',
      failure_message:
        'The chain abandoned the block that paid it, and it could not be paid again: The recipient refused.',
    });
    expect(await balance()).toBe('100.000000');
    expect(await read('/events')).toEqual(events);
    expect((await checkLedger(service.ctx.db)).problems).toEqual([]);
  },
);
