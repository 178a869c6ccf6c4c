import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '../../../devnet/evm/random.ts';
import { showRoute } from '../../src/routing/routing.ts';
import { budget, usualSeed } from '../support/chance.ts';
import { crashing } from './crashing.ts';
import { expectQuiet } from './quiet.ts';
import { ether, type RoutingService, startRoutingService, usdc } from './routing-service.ts';

const routes = budget(300, 4);
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

/** Circle's service as it may be: not ready yet, with messages that expire, or failing. */
function trouble(random: () => number): void {
  const pick = <T>(...from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  service.attestations.behave({
    state: pick('complete', 'complete', 'complete', 'pending', 'unseen'),
    expirationBlock: pick(0n, 0n, 0n, 1n),
  });
  const kind = pick(null, null, null, '500', '429', 'html', 'cut', 'refuse');
  service.attestations.outage(kind === null ? null : { kind });
}

it('routes end once, with nothing lost and nothing in transit, whenever workers are killed', {
  timeout: 7_200_000,
}, async () => {
  const random = createRandom(`routes ${process.env['CHANCE_SEED'] ?? usualSeed}`);
  const silent = { ...service.ctx, log: service.ctx.log.child({}, { level: 'silent' }) };
  let kills = 0;
  for (let count = 0; count < routes; count++) {
    const { token, units, to } = ways[count % ways.length] ?? ways[0];
    service.attestations.outage(null);
    const merchantId = await service.addMerchant(token, units);
    const id = await service.begin(merchantId, token, units, to);
    const shown = async () => (await showRoute(service.ctx, id))?.route;
    for (let steps = 0; steps < 300 && (await shown())?.status === 'processing'; steps++) {
      trouble(random);
      const worker = crashing(silent, random, 0.04);
      await service.step({ ctx: worker.ctx }).catch(() => undefined);
      if (worker.hasDied()) kills++;
      // The claim of a worker that was killed ends.
      service.pass(60_000);
    }
    const route = await shown();
    expect(['completed', 'failed'], route?.problem ?? id).toContain(route?.status);
    const owned = Object.entries(await service.books()).filter(([name]) => name.includes(merchantId));
    expect(owned).toEqual([[expect.stringMatching('^merchant_balance'), -BigInt(route?.arrived_units ?? 0)]]);
    if (route?.status === 'completed') expect(owned[0]?.[0]).toContain(` ${to.chain} ${to.token}`);
    await expectQuiet(service);
  }
  expect(kills).toBeGreaterThan(0);
});
