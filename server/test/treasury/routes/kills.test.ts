import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createRandom } from '../../../../devnet/evm/random.ts';
import { showRoute } from '../../../src/treasury/routes/route-balance.ts';
import { budget, isLong } from '../../support/chance.ts';
import { workMortally } from './crashing.ts';
import { expectQuiet } from './quiet.ts';
import { ether, type RoutingService, startRoutingService, usdc } from './routing-service.ts';
import { troubleOf } from './trouble.ts';

const routes = budget(300, 5);
const atOnce = 10;
/** Of transactions and requests before or after which a worker is killed. */
const killShare = 0.03;
/** Of the points in a route at which a worker can be killed. */
const everyPoint = budget(1, 200);
/** Swap, bridge, swap first. */
const ways = [
  { token: 'USDT', units: 300n * usdc, to: { chain: 'base', token: 'ETH' } },
  { token: 'ETH', units: ether / 10n, to: { chain: 'base', token: 'USDC' } },
  { token: 'USDC', units: 200n * usdc, to: { chain: 'base', token: 'USDC' } },
  { token: 'ETH', units: ether / 10n, to: { chain: 'arbitrum', token: 'USDC' } },
  { token: 'USDT', units: 300n * usdc, to: { chain: 'arbitrum', token: 'USDC' } },
] as const;

let service: RoutingService;
beforeAll(async () => {
  service = await startRoutingService('kills', ['arbitrum', 'base']);
});
afterAll(() => service?.stop());

interface Started {
  id: string;
  merchantId: string;
  way: (typeof ways)[number];
}

async function start(way: Started['way']): Promise<Started> {
  const merchantId = await service.addMerchant(way.token, way.units);
  return { id: await service.begin(merchantId, way.token, way.units, way.to), merchantId, way };
}

const shown = async (id: string) => (await showRoute(service.ctx, id))?.route;

/** Ended once: all that arrived is in one balance of the merchant, in the asset of the route if it was completed. */
async function expectEnded({ id, merchantId, way: { to } }: Started): Promise<'completed' | 'failed'> {
  const route = await shown(id);
  expect(['completed', 'failed'], route?.problem ?? id).toContain(route?.status);
  const owned = Object.entries(await service.books()).filter(([name]) => name.includes(merchantId));
  expect(owned).toEqual([[expect.stringMatching('^merchant_balance'), -BigInt(route?.arrived_units ?? 0)]]);
  if (isLong && route?.failure_message) process.stdout.write(`${route.failure_message}\n`);
  if (route?.status === 'failed') return 'failed';
  expect(owned[0]?.[0]).toContain(` ${to.chain} ${to.token}`);
  return 'completed';
}

const work = (started: readonly Started[], dies: () => boolean, before?: () => Promise<void>) =>
  workMortally(
    service,
    started.map(({ id }) => id),
    dies,
    before,
  );

const timeout = 7_200_000;

it('routes end once, with nothing lost and nothing in transit, whenever workers are killed', {
  timeout,
}, async () => {
  const random = createRandom(`routes ${inject('chanceSeed')}`);
  const trouble = troubleOf(service, random);
  const total = { completed: 0, failed: 0, kills: 0, steps: 0 };
  for (let count = 0; count < routes; count += atOnce) {
    const started: Started[] = [];
    for (let one = count; one < Math.min(routes, count + atOnce); one++)
      started.push(await start(ways[one % ways.length] ?? ways[0]));
    const { kills, steps } = await work(started, () => random() < killShare, trouble.change);
    await trouble.end();
    for (const one of started) total[await expectEnded(one)]++;
    await expectQuiet(service);
    total.kills += kills;
    total.steps += steps;
    if (isLong) process.stdout.write(`${JSON.stringify(total)}\n`);
  }
  expect(total.kills).toBeGreaterThan(0);
});

it('swap, bridge, swap brings all of it once, wherever its worker is killed', { timeout }, async () => {
  let points = 0;
  for (let at = 0; ; at += everyPoint) {
    let passed = 0;
    const started = [await start(ways[0])];
    const { kills } = await work(started, () => passed++ === at);
    expect(await expectEnded(...(started as [Started]))).toBe('completed');
    await expectQuiet(service);
    if (kills === 0) break;
    points++;
  }
  if (isLong) process.stdout.write(`${points} points at which a worker can be killed\n`);
  expect(points).toBeGreaterThan(0);
});
