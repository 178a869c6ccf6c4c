import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../../src/treasury/ledger/checks.ts';
import { resumeRoute, showRoute } from '../../../src/treasury/routes/route-balance.ts';
import { causewayHere } from '../../support/process-here.ts';
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
  const book = (...args: string[]) =>
    causewayHere(['routes', 'book', ...args, '--chain', 'ethereum', '--yes', '--json'], service.env);

  /** What the command refuses, and why. */
  async function expectRefused(args: string[], why: RegExp): Promise<void> {
    const { code, stderr } = await book(...args);
    expect([code, stderr]).toEqual([1, expect.stringMatching(why)]);
  }

  /** The operator lets it go on when it waits because of what another test's backup does not know. */
  async function finish(id: string): Promise<void> {
    await service.finish(id);
    if ((await status(id)) === 'stuck' && (await resumeRoute(service.ctx, id))) await service.finish(id);
    expect(await status(id)).toBe('completed');
  }

  it('shows exactly what a route has moved since, and the operator books it once', async () => {
    const merchantId = await service.addMerchant('USDT', 100n * usdc);
    const restore = await backUp(service.ctx.db);
    const id = await service.begin(merchantId, 'USDT', 100n * usdc);
    await finish(id);
    const made = await showRoute(service.ctx, id);
    const [arrived, hash] = [BigInt(made?.route.arrived_units ?? 0), made?.steps[0]?.call_hash ?? ''];
    await expectQuiet(lag);
    const before = await service.books();
    await restore();
    expect(await service.differencesAt(head())).toEqual({ USDT: -100n * usdc, USDC: arrived });
    expect((await checkLedger(service.ctx.db)).problems).toEqual([]);

    const strange = await service.chains.pay({
      chain: 'ethereum',
      token: 'USDC',
      to: service.vault,
      units: 1n,
    });
    await expectRefused([strange, '--merchant', merchantId], /not by the operator/);
    await expectRefused([hash, '--merchant', 'mrc_unknown'], /has less than 100000000 units of USDT/);
    await expectRefused([hash, '--route', id], /not a route that is stuck/);
    await expectRefused([hash], /--route ROUTE_ID or --merchant/);
    const { code, stdout, stderr } = await book(hash, '--merchant', merchantId);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/the operator gave 100\.000000 USDT on ethereum, and 99\.\d+ USDC/);
    await service.finish(JSON.parse(stdout).route_id);
    await expectRefused([hash, '--merchant', merchantId], /knows this transaction/);
    expect(await service.books()).toEqual(before);
    expect(await service.differencesAt(head()), 'what somebody sent on top').toEqual({ USDC: 1n });
    await service.addBooked(merchantId, 'USDC', 1n);
  });

  it('stops a route whose swap it has forgotten, until the operator books it', async () => {
    const merchantId = await service.addMerchant('USDT', 100n * usdc);
    const id = await service.begin(merchantId, 'USDT', 100n * usdc);
    while ((await showRoute(service.ctx, id))?.steps[0]?.status !== 'funded') await service.step();
    const restore = await backUp(service.ctx.db);
    await finish(id);
    const made = await showRoute(service.ctx, id);
    await restore();
    await service.finish(id);
    expect(await status(id)).toBe('stuck');
    await service.differencesAt(head());
    const hash = made?.steps[0]?.call_hash ?? '';
    const { code, stderr } = await book(hash, '--route', id);
    expect(code, stderr).toBe(0);
    await service.finish(id);
    expect((await showRoute(service.ctx, id))?.route).toMatchObject({
      status: 'completed',
      arrived_units: made?.route.arrived_units,
    });
    await expectQuiet();
  });
});
