import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPaid } from '../payments/refunds/support.ts';
import { randomAt, unlimited } from '../payments/support.ts';
import { manualClock, passSeconds } from '../support/clock.ts';
import type { TestService } from '../support/service.ts';
import { evmWallet, settleTo } from '../treasury/payouts/support.ts';
import { type Browser, signedInAs, startDashboard } from './support.ts';

const clock = manualClock();
const url = 'https://node.example/v2/secret-key';
let service: TestService;
let page: Browser;
beforeAll(async () => {
  service = await startDashboard({
    clock,
    random: randomAt('min'),
    requestsPerMinute: unlimited,
    env: { BASE_RPC_URL: url },
  });
  page = await signedInAs(service, 'viewer');
});
afterAll(() => service.stop());

const nothing = {
  approvals: 0,
  chains: [],
  unapplied: 0,
  waiting_refunds: 0,
  failed_payouts: 0,
  failing_endpoints: 0,
};
const off = { chain: 'base', state: 'off', payouts_stopped: false };
const attention = async (environment = 'test') =>
  (await page.call('GET', '/attention', { headers: { 'x-causeway-environment': environment } })).json.data;
const asset = { chain: 'base', token: 'USDC' };
const paid = (amount: string) =>
  createPaid(service, { amount, currency: 'USD', accepted_chains: ['base'], accepted_tokens: ['USDC'] });

const pass = (seconds: number) => passSeconds(service, clock, seconds);

it('nothing needs attention at first', async () => {
  expect(await attention()).toEqual(nothing);
});

it('a live chain that is off does, in live mode only', async () => {
  expect(await attention('live')).toEqual({ ...nothing, chains: [off] });
});

it('a chain whose payouts are stopped does, whatever its state', async () => {
  const { db } = service.ctx;
  await db`
    insert into ledger_reconciliations (chain, due_at, payouts_stopped_at) values ('base', ${clock.now()}, ${clock.now()})
    on conflict (chain) do update set payouts_stopped_at = excluded.payouts_stopped_at`;
  expect(await attention('live')).toEqual({ ...nothing, chains: [{ ...off, payouts_stopped: true }] });
  await db`update ledger_reconciliations set payouts_stopped_at = null where chain = 'base'`;
});

it('a failed payout does, until one of that balance succeeds', async () => {
  await settleTo(service, service.merchantId, { schedule: 'manual' });
  await paid('30.00');
  const payOut = (token_amount: string) =>
    service.call('POST', '/payouts', { body: { ...asset, token_amount } });
  expect((await payOut('6.66')).status).toBe(201);
  await pass(4);
  expect(await attention()).toEqual({ ...nothing, failed_payouts: 1 });
  expect((await payOut('5')).status).toBe(201);
  await pass(4);
  expect(await attention()).toEqual(nothing);
});

it('a balance says what a payout of all would send, where to, and what stays', async () => {
  const owner = await settleTo(service, service.merchantId, { reserve_amount: '4.00' });
  const { json } = await owner.call('GET', '/balances', { headers: { 'x-causeway-environment': 'test' } });
  expect(json.data[0]).toMatchObject({
    available: '25.000000',
    reason: null,
    payable: { token_amount: '21.000000', amount: '21.00', stays: '4.000000', address: evmWallet },
  });
});

it('a refund that waits for the balance does, and so does an endpoint that fails', async () => {
  const { payment_id } = await paid('50.00');
  expect((await service.call('POST', '/payouts', { body: asset })).status).toBe(201);
  const refund = await service.call('POST', '/refunds', { body: { payment_id, amount: '50.00' } });
  expect(refund.status, refund.text).toBe(201);
  const endpoint = await service.call('POST', '/webhooks/endpoints', {
    body: { url: 'https://shop.example/hooks', events: ['*'] },
  });
  expect(endpoint.status, endpoint.text).toBe(201);
  await service.ctx.db`update webhook_endpoints set failing_since = ${clock.now()}`;
  expect(await attention()).toEqual({ ...nothing, waiting_refunds: 1, failing_endpoints: 1 });
});

it("nothing of another merchant's does", async () => {
  const { merchantId } = await service.createMerchant();
  const other = await signedInAs(service, 'owner', merchantId);
  const { json } = await other.call('GET', '/attention', { headers: { 'x-causeway-environment': 'test' } });
  expect(json.data).toEqual(nothing);
});
