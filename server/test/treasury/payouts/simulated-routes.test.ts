import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkLedger } from '../../../src/treasury/ledger/checks.ts';
import { createPaid } from '../../payments/refunds/support.ts';
import { randomAt, unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestMerchant, type TestService } from '../../support/service.ts';
import { evmWallet, expectRefusal, type Settling, settling, solanaWallet } from './support.ts';

const target = { chain: 'base', token: 'USDC' };
const clock = manualClock();
let service: TestService;
let shop: TestMerchant;
let owner: Settling;
beforeAll(async () => {
  service = await startTestService({ clock, random: randomAt('min'), requestsPerMinute: unlimited });
});
afterAll(() => service?.stop());
beforeEach(async () => {
  shop = await service.createMerchant();
  owner = await settling(service, shop.merchantId);
  await owner.wallet(evmWallet);
  await owner.wallet(solanaWallet, { family: 'solana' });
});

const get = async (path: string) => (await service.call('GET', path, { key: shop.testKey })).json.data;
const payOut = (headers = {}) => service.call('POST', '/settlement/pay_out', { key: shop.testKey, headers });

async function paid(amount: string, chain: string, token: string): Promise<void> {
  const body = { amount, accepted_chains: [chain], accepted_tokens: [token] };
  await createPaid(service, body, { key: shop.testKey });
}

/** Until the schedule is due, and what follows from it has ended. */
async function settle(): Promise<void> {
  clock.advance(61_000);
  for (let count = 0; count < 12; count++) {
    await service.runDue();
    clock.advance(2500);
  }
}

async function expectNothingInTransit(): Promise<void> {
  const open = await service.ctx.db`
    select kind, chain, token from ledger_accounts
    where kind in ('in_transit', 'operator', 'trading') and ledger_balance(account_id) <> 0`;
  expect(open).toEqual([]);
  expect((await checkLedger(service.ctx.db)).problems).toEqual([]);
}

const outlook = async () =>
  (await owner.call('GET', '/balances', { headers: { 'x-causeway-environment': 'test' } })).json.data;

describe('what the dashboard says about balances that are exchanged first', () => {
  it('names the wallet of the settlement asset, not the one of the chain on which they came', async () => {
    await owner.settings({ schedule: 'daily', route_to: target });
    await paid('20.00', 'solana', 'SOL');
    await paid('20.00', 'base', 'USDC');
    expect(await outlook()).toMatchObject([
      { ...target, payable: { address: evmWallet, into: null, scheduled_to: evmWallet } },
      { chain: 'solana', payable: { address: solanaWallet, into: { ...target, address: evmWallet } } },
    ]);
  });

  it('leaves out of the schedule what failed within a day, and what is below the minimum', async () => {
    await owner.settings({ schedule: 'daily', minimum_amount: '10.00' });
    await paid('30.00', 'base', 'USDC');
    await paid('9.00', 'polygon', 'USDC');
    const scheduled = async () =>
      Object.fromEntries(
        (await outlook()).map(
          ({ chain, payable }: { chain: string; payable: { scheduled_to: string | null } }) => [
            chain,
            payable.scheduled_to,
          ],
        ),
      );
    expect(await scheduled()).toEqual({ base: evmWallet, polygon: null });
    const body = { chain: 'base', token: 'USDC', token_amount: '6.66' };
    expect((await service.call('POST', '/payouts', { key: shop.testKey, body })).status).toBe(201);
    for (let count = 0; count < 4; count++) {
      clock.advance(2500);
      await service.runDue();
    }
    expect(await scheduled()).toEqual({ base: null, polygon: null });
    // A session does not last a day.
    await service.ctx.db`update payouts set ended_at = ended_at - interval '1 day'`;
    expect(await scheduled()).toEqual({ base: evmWallet, polygon: null });
  });
});

describe('a settlement asset in test mode', () => {
  it('brings one payout by the schedule, at costs that never change, to the last unit', async () => {
    await owner.settings({ schedule: 'instant', route_to: target });
    await paid('300.00', 'base', 'ETH');
    await paid('100.00', 'polygon', 'USDT');
    await paid('50.00', 'base', 'USDC');
    await settle();
    const payouts = await get('/payouts');
    expect(payouts).toMatchObject([
      {
        ...target,
        status: 'completed',
        initiator: 'schedule',
        token_amount: '449.750035',
        address: evmWallet,
      },
    ]);
    const { routes } = await get(`/payouts/${payouts[0].payout_id}`);
    expect(routes).toMatchObject([
      {
        chain: 'base',
        token: 'ETH',
        arrived_amount: '299.790030',
        steps: [{ provider: 'uniswap', expected_amount: '299.850000', slippage_amount: '0.059970' }],
      },
      {
        chain: 'polygon',
        token: 'USDT',
        arrived_amount: '99.960005',
        steps: [
          { provider: 'uniswap', fee_amount: '0.010000', slippage_amount: '0.019998' },
          { provider: 'cctp', fee_amount: '0.009997', slippage_amount: '0.000000' },
        ],
      },
    ]);
    const hash = routes[1].steps[0].tx_hash;
    expect(await service.ctx.db`select from simulated_transactions where tx_hash = ${hash}`).toHaveLength(1);
    await expectNothingInTransit();
  });

  it('may be USDC on solana, and is brought from there too', async () => {
    await owner.settings({ schedule: 'instant', route_to: { chain: 'solana', token: 'USDC' } });
    await paid('100.00', 'polygon', 'USDT');
    await settle();
    expect(await get('/payouts')).toMatchObject([
      { chain: 'solana', status: 'completed', token_amount: '99.960005', address: solanaWallet },
    ]);
    await owner.settings({ route_to: target });
    await paid('20.00', 'solana', 'USDC');
    await settle();
    expect(await get('/payouts')).toMatchObject([
      { ...target, status: 'completed', token_amount: '19.998000', address: evmWallet },
      { chain: 'solana' },
    ]);
    await expectNothingInTransit();
  });

  it('is brought from SOL where the operator has turned LI.FI on, and may be SOL', async () => {
    service.ctx.config.routing.lifi = true;
    await owner.settings({ schedule: 'instant', route_to: target });
    await paid('30.00', 'solana', 'SOL');
    await settle();
    await owner.settings({ route_to: { chain: 'solana', token: 'SOL' } });
    await paid('30.00', 'base', 'USDC');
    await settle();
    service.ctx.config.routing.lifi = false;
    expect(await get('/payouts')).toMatchObject([
      { chain: 'solana', token: 'SOL', status: 'completed', token_amount: '0.199840' },
      { ...target, status: 'completed', token_amount: '29.976006' },
    ]);
    await expectNothingInTransit();
  });

  it('leaves what cannot be exchanged as the merchant chose, and an exchange of 6.66 fails', async () => {
    await owner.settings({ schedule: 'instant', route_to: target, when_not_routable: 'wait' });
    await paid('30.00', 'solana', 'SOL');
    await paid('5.66', 'polygon', 'USDT');
    await paid('1.00', 'polygon', 'USDT');
    await settle();
    expect(await get('/payouts')).toEqual([]);
    expect(await get('/balances')).toMatchObject([
      { token: 'USDT', available: '6.660000', in_transit: '0.000000' },
      { token: 'SOL', available: '0.200000' },
    ]);
    const [route] = await service.ctx.db`
      select status, failure_message from routes where merchant_id = ${shop.merchantId}`;
    expect(route).toMatchObject({ status: 'failed' });
    await expectNothingInTransit();
    await owner.settings({ when_not_routable: 'as_received' });
    await settle();
    expect(await get('/payouts')).toMatchObject([
      { token: 'SOL', status: 'completed', address: solanaWallet },
      { token: 'USDT', status: 'failed' },
    ]);
  });

  it.each([
    { given: solanaWallet, family: 'solana', from: 'solana', to: target, missing: evmWallet },
    {
      given: evmWallet,
      family: 'evm',
      from: 'polygon',
      to: { chain: 'solana', token: 'USDC' },
      missing: solanaWallet,
    },
  ])('is not exchanged into while its wallet is missing: from $from', async (way) => {
    shop = await service.createMerchant();
    owner = await settling(service, shop.merchantId);
    await owner.wallet(way.given, { family: way.family });
    await owner.settings({ schedule: 'instant', route_to: way.to });
    await paid('20.00', way.from, 'USDC');
    await settle();
    expect(await outlook()).toMatchObject([
      {
        chain: way.from,
        available: '20.000000',
        in_transit: '0.000000',
        payable: { into: { ...way.to, address: null }, scheduled_to: null },
        routing: expect.stringMatching(/^Could not be exchanged\. No payout wallet is in effect on /),
      },
    ]);
    expect(await get('/payouts')).toEqual([]);
    await owner.wallet(way.missing, { family: way.family === 'evm' ? 'solana' : 'evm' });
    await settle();
    expect(await get('/payouts')).toMatchObject([{ ...way.to, status: 'completed', address: way.missing }]);
    await expectNothingInTransit();
  });

  it('is quoted for every payment option, and must be one of those listed', async () => {
    const quotes = await get('/settlement/quote?chain=base&token=USDC');
    const of = (chain: string, token: string) =>
      quotes.find((one: { chain: string; token: string }) => one.chain === chain && one.token === token);
    expect(of('polygon', 'USDT')).toMatchObject({ token_amount: '100.000000', arriving_amount: '99.980001' });
    expect(of('solana', 'SOL')).toMatchObject({
      arriving_amount: null,
      explanation: expect.stringMatching(/Solana/),
    });
    expect((await get('/settlement')).routable_to).toContainEqual(target);
    const refused = await owner.settings({ route_to: { chain: 'solana', token: 'SOL' } });
    expectRefusal(refused, 'INVALID_PARAMETER', 'route_to');
  });
});

describe('a payout of everything by hand', () => {
  it('exchanges and pays once, whatever the schedule and the minimum, however often it is asked', async () => {
    await owner.settings({ schedule: 'manual', route_to: target, minimum_amount: '1000.00' });
    await paid('300.00', 'base', 'ETH');
    await paid('50.00', 'base', 'USDC');
    await settle();
    expect(await get('/payouts'), 'nobody asked yet').toEqual([]);
    const key = { 'idempotency-key': 'one' };
    const answers = [await payOut(key), await payOut(key), await payOut()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[1]?.text).toBe(answers[0]?.text);
    await settle();
    expect(await get('/payouts')).toMatchObject([
      { ...target, status: 'completed', initiator: 'manual', token_amount: '349.790030' },
    ]);
    expect(await get('/settlement')).toMatchObject({ schedule: 'manual', next_payout_at: null });
    await expectNothingInTransit();
  });

  it('survives the worker that looked first', async () => {
    await owner.settings({ schedule: 'manual' });
    await paid('50.00', 'base', 'USDC');
    await payOut();
    // Claimed by a worker that was killed.
    await service.ctx.db`
      update settlement_settings set due_at = ${new Date(clock.nowMs() + 300_000)}
      where merchant_id = ${shop.merchantId}`;
    await service.runDue();
    expect(await get('/payouts')).toEqual([]);
    clock.advance(300_000);
    await settle();
    expect(await get('/payouts')).toMatchObject([{ initiator: 'manual', status: 'completed' }]);
  });
});
