import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkLedger } from '../../src/ledger/checks.ts';
import { showRoute } from '../../src/routing/routing.ts';
import { ether, type RoutingService, startRoutingService, usdc } from './routing-service.ts';

const onBase = { chain: 'base', token: 'USDC' } as const;
const usual = { state: 'complete', feeBps: 0, feeUnits: 0n, expirationBlock: 0n, lies: {} } as const;

let service: RoutingService;
beforeAll(async () => {
  service = await startRoutingService('bridging', ['arbitrum', 'base']);
});
afterAll(() => service?.stop());
beforeEach(() => {
  service.attestations.outage(null);
  service.attestations.behave(usual);
});

async function shown(id: string) {
  const found = await showRoute(service.ctx, id);
  if (!found) throw new Error(`there is no route ${id}`);
  return found;
}

/** What vault and ledger say is the same, and nothing is on its way. */
async function expectQuiet() {
  const books = await service.books();
  expect(Object.keys(books).filter((name) => /in_transit|trading|operator/.test(name))).toEqual([]);
  for (const [chain, token] of [
    ['arbitrum', 'ETH'],
    ['arbitrum', 'USDC'],
    ['arbitrum', 'USDT'],
    ['base', 'ETH'],
    ['base', 'USDC'],
  ] as const)
    expect(await service.balanceOf(token, service.vault, chain), `${chain} ${token}`).toBe(
      books[`vault ${chain} ${token}`] ?? 0n,
    );
  expect((await checkLedger(service.ctx.db)).problems).toEqual([]);
}

describe('a balance on another chain', () => {
  it.each([
    ['USDC', 250n * usdc, onBase, ['cctp']],
    ['ETH', ether, onBase, ['uniswap', 'cctp']],
    ['USDT', 400n * usdc, { chain: 'base', token: 'ETH' }, ['uniswap', 'cctp', 'uniswap']],
  ] as const)('of %s is swapped, burnt here and minted there', async (token, units, to, providers) => {
    const merchantId = await service.addMerchant(token, units);
    const id = await service.begin(merchantId, token, units, to);
    await service.finish(id);
    const { route, steps } = await shown(id);
    expect(route).toMatchObject({ status: 'completed', problem: null });
    expect(steps.map(({ provider }) => provider)).toEqual(providers);
    const books = await service.books();
    expect(books[`merchant_balance ${merchantId} base ${to.token}`]).toBe(-BigInt(route.arrived_units ?? 0));
    await expectQuiet();
  });
});
