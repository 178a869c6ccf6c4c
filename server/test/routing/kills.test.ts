import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '../../../devnet/evm/random.ts';
import { checkLedger } from '../../src/ledger/checks.ts';
import { showRoute } from '../../src/routing/routing.ts';
import { budget, usualSeed } from '../support/chance.ts';
import { crashing } from './crashing.ts';
import { ether, type RoutingService, startRoutingService, usdc } from './routing-service.ts';

const routes = budget(300, 4);

let service: RoutingService;
beforeAll(async () => {
  service = await startRoutingService('kills');
});
afterAll(() => service?.stop());

it('routes end once, with nothing lost and nothing in transit, whenever workers are killed', {
  timeout: 3_600_000,
}, async () => {
  const random = createRandom(`routes ${process.env['CHANCE_SEED'] ?? usualSeed}`);
  const silent = { ...service.ctx, log: service.ctx.log.child({}, { level: 'silent' }) };
  let kills = 0;
  for (let count = 0; count < routes; count++) {
    const [token, units] =
      random() < 0.5 ? (['ETH', ether / 10n] as const) : (['USDT', 300n * usdc] as const);
    const merchantId = await service.addMerchant(token, units);
    const before = await service.balanceOf('USDC', service.vault);
    const id = await service.begin(merchantId, token, units);
    const isOver = async () => (await showRoute(service.ctx, id))?.route.status !== 'processing';
    for (let steps = 0; steps < 100 && !(await isOver()); steps++) {
      const worker = crashing(silent, random, 0.04);
      await service.step({ ctx: worker.ctx }).catch(() => undefined);
      if (worker.hasDied()) kills++;
      // The claim of a worker that was killed ends.
      service.pass(60_000);
    }
    const route = (await showRoute(service.ctx, id))?.route;
    const arrived = (await service.balanceOf('USDC', service.vault)) - before;
    const books = await service.books();
    expect(Object.keys(books).filter((name) => /in_transit|trading|operator/.test(name))).toEqual([]);
    if (route?.status === 'completed') {
      expect(BigInt(route.arrived_units ?? 0)).toBe(arrived);
      expect(books[`merchant_balance ${merchantId} ethereum USDC`]).toBe(-arrived);
    } else {
      expect(route).toMatchObject({ status: 'failed', arrived_units: units.toString() });
      expect([arrived, books[`merchant_balance ${merchantId} ethereum ${token}`]]).toEqual([0n, -units]);
    }
  }
  for (const token of ['ETH', 'USDT', 'USDC'] as const)
    expect(await service.balanceOf(token, service.vault)).toBe(
      (await service.books())[`vault ethereum ${token}`] ?? 0n,
    );
  expect(kills).toBeGreaterThan(0);
  expect((await checkLedger(service.ctx.db)).problems).toEqual([]);
});
