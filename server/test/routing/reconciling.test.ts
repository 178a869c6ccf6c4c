import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../src/ledger/checks.ts';
import { showRoute } from '../../src/routing/routing.ts';
import { account, moving, postNow } from '../ledger/support.ts';
import { backUp } from './backup.ts';
import { atMarket, ether, type RoutingService, startRoutingService, usdc } from './routing-service.ts';

/** How far the reading of a chain may lag behind what is booked. */
const lag = 9;

let service: RoutingService;
beforeAll(async () => {
  service = await startRoutingService('reconciling');
});
afterAll(() => service?.stop());

const head = () => service.chains.head('ethereum');
const status = async (id: string) => (await showRoute(service.ctx, id))?.route.status;

async function expectQuiet(blocks = 1): Promise<void> {
  for (let block = head(); block > head() - blocks; block--)
    expect(await service.differencesAt(block), `at block ${block} of ${head()}`).toEqual({});
  expect((await checkLedger(service.ctx.db)).problems).toEqual([]);
}

/** Steps to the end. The ledger equals the chain at every block after every step. */
async function expectQuietUntilEnded(id: string, first: number): Promise<void> {
  for (let count = 0; count < 40 && (await status(id)) === 'processing'; count++) {
    await service.step();
    await expectQuiet(Math.min(lag, head() - first));
  }
}

describe('the ledger equals the chain', () => {
  it.each([
    ['native money', 'ETH', ether],
    ['USDT', 'USDT', 500n * usdc],
  ] as const)('at every block while %s is exchanged', async (_name, token, units) => {
    const merchantId = await service.addMerchant(token, units);
    await service.chains.mine('ethereum');
    const first = head();
    const id = await service.begin(merchantId, token, units);
    await expectQuietUntilEnded(id, first);
    expect(await status(id)).toBe('completed');
    await expectQuiet(lag);
  });

  it.each([
    ['native money', 'ETH', ether],
    ['USDT', 'USDT', 500n * usdc],
  ] as const)('at every block when an exchange of %s fails half way', async (_name, token, units) => {
    const pool = token === 'ETH' ? service.pools.eth : service.pools.usdt;
    const merchantId = await service.addMerchant(token, units);
    await service.chains.mine('ethereum');
    const first = head();
    const id = await service.begin(merchantId, token, units);
    while ((await showRoute(service.ctx, id))?.steps[0]?.status !== 'funded') await service.step();
    await pool.setPrice(
      token === 'ETH' ? { units: [ether, 2900n * usdc] } : { units: [usdc, (usdc * 97n) / 100n] },
    );
    await service.step();
    service.pass(30 * 60_000);
    await expectQuietUntilEnded(id, first);
    expect(await status(id)).toBe('failed');
    await pool.setPrice(token === 'ETH' ? atMarket.eth : atMarket.usdt);
    await expectQuiet(lag);
  });

  it('and what is missing is found while a route is on its way', async () => {
    const merchantId = await service.addMerchant('USDT', 100n * usdc);
    const id = await service.begin(merchantId, 'USDT', 100n * usdc);
    const rest = { environment: 'live', chain: 'ethereum' } as const;
    const [held, outside] = [account('vault', '', rest), account('outside', '', rest)];
    for (const name of ['USDT', 'USDC'] as const)
      await postNow(service.ctx, [
        moving('fee', `lost ${name}`, 5n, { ...outside, token: name }, { ...held, token: name }),
      ]);
    for (let count = 0; count < 40 && (await status(id)) === 'processing'; count++) {
      expect(await service.differencesAt(head())).toMatchObject({ USDT: -5n });
      await service.step();
    }
    expect(await status(id)).toBe('completed');
    expect(await service.differencesAt(head())).toEqual({ USDT: -5n, USDC: -5n });
    for (const name of ['USDT', 'USDC'] as const)
      await postNow(service.ctx, [
        moving('fee', `found ${name}`, 5n, { ...held, token: name }, { ...outside, token: name }),
      ]);
    await expectQuiet();
  });
});

describe('a database from a backup', () => {
  it('shows exactly what routes have moved since', async () => {
    const merchantId = await service.addMerchant('USDT', 100n * usdc);
    const restore = await backUp(service.ctx.db);
    const id = await service.begin(merchantId, 'USDT', 100n * usdc);
    await service.finish(id);
    const arrived = BigInt((await showRoute(service.ctx, id))?.route.arrived_units ?? 0);
    await expectQuiet(lag);
    await restore();
    expect(await service.differencesAt(head())).toEqual({ USDT: -100n * usdc, USDC: arrived });
    expect((await checkLedger(service.ctx.db)).problems).toEqual([]);
  });
});
