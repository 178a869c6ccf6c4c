import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseCsv } from '../../../../web/e2e/csv.ts';
import { parseUnits } from '../../../src/lib/money.ts';
import { makeDuePayouts } from '../../../src/treasury/payouts/settings/make-due-payouts.ts';
import { expectRefusal, type Settling, settling } from '../payouts/support.ts';
import { atMarket, ether, type RoutingService, startRoutingService, usdc } from './routing-service.ts';

const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const target = { chain: 'ethereum', token: 'USDC' };

let service: RoutingService;
let merchantId: string;
let owner: Settling;
let key: string;
beforeAll(async () => {
  service = await startRoutingService('settling');
});
afterAll(() => service?.stop());
beforeEach(async () => {
  merchantId = await service.addMerchant('ETH', ether);
  await service.addBalance(merchantId, 'USDT', 400n * usdc);
  owner = await settling(service, merchantId, 'live');
  await owner.wallet(wallet);
  key = (await service.createKey(merchantId, 'live')).key;
});

const get = async (path: string) => (await service.call('GET', path, { key })).json.data;
const choose = (body: object) => owner.settings({ schedule: 'instant', route_to: target, ...body });

/** What the schedule does, and workers after it. */
async function settle(): Promise<void> {
  service.pass(61_000);
  await makeDuePayouts(service.ctx);
  for (let count = 0; count < 40; count++) {
    const open = await service.ctx
      .db`select from routes where status = 'processing' and merchant_id = ${merchantId}`;
    if (open.length === 0) return;
    await service.step();
  }
  throw new Error('routes have not ended');
}

describe('a merchant that is paid in USDC on ethereum', () => {
  it('gets one payout of all that it received, with its routes and what they cost', async () => {
    expect((await choose({})).json.data).toMatchObject({ asset: 'routed', route_to: target });
    await service.addBalance(merchantId, 'USDC', 50n * usdc);
    await settle();
    const payouts = await get('/payouts');
    expect(payouts).toMatchObject([{ ...target, status: 'processing' }]);
    const { routes, token_amount, costs } = await get(`/payouts/${payouts[0].payout_id}`);
    expect(routes).toMatchObject([
      { token: 'ETH', token_amount: '1.000000', status: 'completed', gas: [{ token: 'ETH' }] },
      { token: 'USDT', token_amount: '400.000000', steps: [{ provider: 'uniswap', fee_amount: '0.040000' }] },
    ]);
    const sum = (amounts: string[], decimals: number) =>
      amounts.reduce((total, one) => total + parseUnits(one, decimals), 0n);
    const arrived = routes.map((one: { arrived_amount: string }) => one.arrived_amount);
    expect(parseUnits(token_amount, 6)).toBe(50n * usdc + sum(arrived, 6));
    expect(costs).toMatchObject({
      pool_fees: [
        { token: 'ETH', token_amount: '0.000500000000000000' },
        { token: 'USDT', token_amount: '0.040000' },
      ],
      bridge_fees: [],
    });
    const steps = routes.map((one: { steps: Record<string, string>[] }) => one.steps[0]);
    const slippage = sum(
      steps.map((one: Record<string, string>) => one['slippage_amount'] ?? ''),
      6,
    );
    const quoted = sum(
      steps.map((one: Record<string, string>) => one['expected_amount'] ?? ''),
      6,
    );
    expect(
      sum(
        costs.slippage.map((one: { token_amount: string }) => one.token_amount),
        6,
      ),
    ).toBe(slippage);
    expect(quoted - slippage).toBe(sum(arrived, 6));
    const [paid] = await service.ctx.db<{ gas: string }[]>`
      select sum(gas_cost) as gas from transfer_batches where batch_id in (
        select batch_id from transfers
        where source = any(${routes.map((one: { route_id: string }) => one.route_id)}::text[]))`;
    const gas = routes.map((one: { gas: { token_amount: string }[] }) => one.gas[0]?.token_amount ?? '');
    expect(sum(gas, 18)).toBe(BigInt(paid?.gas ?? 0));
    expect(sum([costs.gas[0].token_amount], 18)).toBe(sum(gas, 18));
    const { text } = await owner.call('GET', '/exports/balance.csv?environment=live');
    const lines = parseCsv(text).filter(({ type }) => type === 'route');
    expect(lines.map(({ token, token_in, token_out }) => [token, token_in, token_out])).toEqual([
      ['USDC', arrived[1], ''],
      ['USDC', arrived[0], ''],
      ['USDT', '', '400.000000'],
      ['ETH', '', '1.000000000000000000'],
    ]);
    expect(lines.map(({ pool_fee, gas }) => [pool_fee, gas])).toEqual([
      ['USDT 0.040000', `ETH ${gas[1]}`],
      ['ETH 0.000500000000000000', `ETH ${gas[0]}`],
      ['', ''],
      ['', ''],
    ]);
  });

  it.each([
    ['as_received', [{ token: 'ETH', token_amount: '1.000000' }]],
    ['wait', []],
  ])('has what cannot be exchanged treated as it chose: %s', async (when_not_routable, expected) => {
    await service.pools.eth.setPrice({ units: [ether, 2900n * usdc] });
    await choose({ when_not_routable });
    await settle();
    await service.pools.eth.setPrice(atMarket.eth);
    const payouts = await get('/payouts');
    expect(payouts.filter(({ token }: { token: string }) => token === 'ETH')).toMatchObject(expected);
    expect(payouts.filter(({ token }: { token: string }) => token === 'USDC')).toHaveLength(1);
  });

  it('makes one route of a balance, however many workers look', async () => {
    await choose({});
    service.pass(61_000);
    await Promise.all([1, 2, 3].map(() => makeDuePayouts(service.ctx)));
    const routes = await service.ctx
      .db`select token from routes where merchant_id = ${merchantId} order by token`;
    expect(routes.map(({ token }) => token)).toEqual(['ETH', 'USDT']);
    expect(await get('/balances')).toMatchObject([
      { token: 'ETH', available: '0.000000', in_transit: '1.000000' },
      { token: 'USDT', available: '0.000000', in_transit: '400.000000' },
    ]);
    await settle();
  });
});

describe('the settlement asset', () => {
  it('must exist on a chain that is on', async () => {
    expectRefusal(
      await choose({ route_to: { chain: 'base', token: 'USDC' } }),
      'INVALID_PARAMETER',
      'route_to',
    );
    expectRefusal(
      await choose({ route_to: { chain: 'ethereum', token: 'BNB' } }),
      'INVALID_PARAMETER',
      'route_to',
    );
    await choose({});
    expect((await choose({ route_to: null })).json.data).toMatchObject({
      asset: 'as_received',
      route_to: null,
    });
  });

  it('is quoted for 100 USD of each payment option, with refusals in words', async () => {
    const quotes = await get('/settlement/quote?chain=ethereum&token=USDC');
    expect(quotes).toMatchObject([
      { token: 'ETH', token_amount: '0.033334', explanation: expect.stringMatching(/^Uniswap on Ethereum/) },
      { token: 'USDC', arriving_amount: '100.000000', explanation: 'Paid as received.' },
      { token: 'USDT', arriving_amount: expect.stringMatching(/^99\.9/) },
      { token: 'DAI', arriving_amount: null, explanation: expect.stringMatching(/no pool/) },
    ]);
  });
});
