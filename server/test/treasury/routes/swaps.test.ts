import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../../src/treasury/ledger/checks.ts';
import { showRoute } from '../../../src/treasury/routes/route-balance.ts';
import { ether, type RoutingService, startRoutingService, usdc } from './routing-service.ts';

let service: RoutingService;
beforeAll(async () => {
  service = await startRoutingService('swaps');
});
afterAll(() => service?.stop());

const shown = async (id: string) => {
  const found = await showRoute(service.ctx, id);
  if (!found) throw new Error(`there is no route ${id}`);
  return found;
};

describe('a swap', () => {
  it.each([
    ['native money', 'ETH', 2n * ether, 6000n * usdc],
    ['USDT', 'USDT', 500n * usdc, 500n * usdc],
  ] as const)(
    'of %s brings what arrived into the balance, and nothing stays in transit',
    async (_name, token, units, worth) => {
      const merchantId = await service.addMerchant(token, units);
      const before = await service.balanceOf('USDC', service.vault);
      const id = await service.begin(merchantId, token, units);
      await service.finish(id);
      const { route, steps } = await shown(id);
      expect(route).toMatchObject({ status: 'completed', problem: null });
      expect(steps).toMatchObject([{ status: 'completed', arrived_units: route.arrived_units }]);
      const arrived = (await service.balanceOf('USDC', service.vault)) - before;
      expect(BigInt(route.arrived_units ?? 0)).toBe(arrived);
      expect(arrived).toBeGreaterThan((worth * 995n) / 1000n);
      const books = await service.books();
      expect(books[`merchant_balance ${merchantId} ethereum USDC`]).toBe(-arrived);
      expect(Object.keys(books).filter((name) => /in_transit|trading|operator/.test(name))).toEqual([]);
      expect(await service.balanceOf(token, service.vault)).toBe(0n);
      expect((await checkLedger(service.ctx.db)).problems).toEqual([]);
    },
  );

  it('of a token that another route has under way goes on as soon as that one is done', async () => {
    const units = 100n * usdc;
    const begin = async () => service.begin(await service.addMerchant('USDT', units), 'USDT', units);
    const ids = [await begin(), await begin()];
    while ((await Promise.all(ids.map(shown))).every(({ steps }) => steps[0]?.status !== 'called'))
      await service.step();
    const waiting = (await Promise.all(ids.map(shown))).find(({ steps }) => steps[0]?.status === 'planned');
    expect(waiting?.route.problem).toMatch(/^Another route/);
    expect(waiting?.route.due_at?.getTime()).toBeLessThanOrEqual(service.ctx.clock.nowMs());
    for (const id of ids) await service.finish(id);
    for (const id of ids) expect((await shown(id)).route).toMatchObject({ status: 'completed' });
  });
});
