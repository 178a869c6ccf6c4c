import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tokenAbi } from '../../../../devnet/evm/contracts.ts';
import { checkLedger } from '../../../src/treasury/ledger/checks.ts';
import type { RouteCall } from '../../../src/treasury/routes/providers/provider.ts';
import { withEngine } from '../../../src/treasury/routes/providers/providers.ts';
import { findRoute, resumeRoute, showRoute } from '../../../src/treasury/routes/route-balance.ts';
import { resumeRoutes, selectStops, stopRoutes } from '../../../src/treasury/routes/route-stops.ts';
import { decodeSwap, encodeSwap } from '../../../src/treasury/routes/uniswap/calls.ts';
import { account, moving, postNow } from '../ledger/support.ts';
import {
  atMarket,
  changed,
  ether,
  type RoutingService,
  startRoutingService,
  usdc,
} from './routing-service.ts';

const attacker = '0x00000000000000000000000000000000000000AA';
const hundred = 100n * usdc;

let service: RoutingService;
beforeAll(async () => {
  service = await startRoutingService('hostile');
});
afterAll(() => service?.stop());
afterEach(async () => {
  await resumeRoutes(service.ctx, 'provider', 'uniswap');
});

async function shown(id: string) {
  const found = await showRoute(service.ctx, id);
  if (!found) throw new Error(`there is no route ${id}`);
  return { ...found.route, step: found.steps[0] };
}

/** A route of 100 USDT, or of an ether, whose money is at the operator's address. */
async function funded(token: 'USDT' | 'ETH' = 'USDT') {
  const units = token === 'USDT' ? hundred : ether;
  const merchantId = await service.addMerchant(token, units);
  const id = await service.begin(merchantId, token, units);
  while ((await shown(id)).step?.status !== 'funded') await service.step();
  return { id, merchantId, units };
}

/** What was sent for a route, in order. */
async function purposesOf(id: string): Promise<(string | undefined)[]> {
  const rows = await service.ctx.db<{ transfer_id: string }[]>`
    select transfer_id from transfers where source = ${id} order by created_at`;
  return rows.map(({ transfer_id }) => transfer_id.split(':')[2]);
}

/** Nothing was exchanged, and all of it is the merchant's again. */
async function expectReturned(id: string, merchantId: string, token: 'USDT' | 'ETH', units: bigint) {
  const books = await service.books();
  expect(books[`merchant_balance ${merchantId} ethereum ${token}`]).toBe(-units);
  expect(Object.keys(books).filter((name) => /in_transit|trading|operator/.test(name))).toEqual([]);
  expect(await shown(id)).toMatchObject({
    status: 'failed',
    arrived_units: units.toString(),
    step: { status: 'returned' },
  });
  expect(await service.balanceOf(token, service.vault)).toBeGreaterThanOrEqual(units);
  expect((await checkLedger(service.ctx.db)).problems).toEqual([]);
}

/** What somebody who has taken over the provider makes of its call. */
const swapped = (change: (call: RouteCall) => Partial<RouteCall>) =>
  changed((built) => ({
    build: async (quote) => {
      const call = await built.build(quote);
      return { ...call, ...change(call) };
    },
  }));

const approve = encodeFunctionData({
  abi: parseAbi(['function approve(address spender, uint256 value)']),
  args: [attacker, 2n ** 255n],
});

describe('a call that is not what was planned', () => {
  it.each([
    ['to another contract', () => ({ to: attacker })],
    [
      'that another contract may spend for',
      (call: RouteCall) => ({ approval: call.approval && { ...call.approval, spender: attacker } }),
    ],
    [
      'with an approval of more',
      (call: RouteCall) => ({ approval: call.approval && { ...call.approval, units: 2n ** 200n } }),
    ],
    ['that pays somebody else', (call: RouteCall) => ({ data: retold(call, { recipient: attacker }) })],
    ['that takes less', (call: RouteCall) => ({ data: retold(call, { leastUnits: 1n }) })],
    ['with other data', () => ({ data: approve })],
    ['that sends native money along', () => ({ value: 1n })],
  ] as const)(
    '%s is never signed, its provider is stopped, and the money goes back',
    async (_name, change) => {
      const { id, merchantId, units } = await funded();
      await service.finish(id, { providers: swapped(change) });
      await expectReturned(id, merchantId, 'USDT', units);
      expect((await shown(id)).failure_message).toMatch(/refused/);
      expect(await selectStops(service.ctx.db)).toMatchObject([{ kind: 'provider', name: 'uniswap' }]);
      expect(await service.alarms()).toEqual(['routes by uniswap are stopped']);
      expect(await purposesOf(id)).toEqual(['fund', 'back']);
      expect(await service.balanceOf('USDC', attacker)).toBe(0n);
    },
  );
});

function retold(call: RouteCall, change: { recipient?: string; leastUnits?: bigint }) {
  const said = decodeSwap(call.data as never, call.value, service.uniswap.weth);
  if (!said) throw new Error('the call cannot be read');
  return encodeSwap({
    ...said,
    fee: 100,
    wrapper: service.uniswap.weth,
    deadline: 2n ** 40n,
    ...change,
  } as never);
}

describe('a market that moves', () => {
  it('away before the call is not followed: the money goes back, and the next route resets the approval', async () => {
    const { id, merchantId, units } = await funded();
    await service.step();
    await service.step();
    expect((await shown(id)).step?.status).toBe('funded');
    await service.pools.usdt.setPrice({ units: [usdc, (usdc * 97n) / 100n] });
    await service.step();
    expect(await shown(id)).toMatchObject({
      status: 'processing',
      problem: expect.stringMatching(/1.5 % less/),
    });
    service.pass(30 * 60_000);
    await service.finish(id);
    await expectReturned(id, merchantId, 'USDT', units);
    await service.pools.usdt.setPrice(atMarket.usdt);
    const next = await service.begin(merchantId, 'USDT', 60n * usdc);
    await service.finish(next);
    expect(await shown(next)).toMatchObject({ status: 'completed' });
    expect(await purposesOf(next)).toEqual(['fund', 'reset', 'approve', 'call']);
  });

  it('after the call was signed makes it revert, and it is tried again at the new price', async () => {
    const { id } = await funded('ETH');
    await service.step({ mines: false });
    expect((await shown(id)).step?.status).toBe('calling');
    // Mined in the same block, before the call: 1.2 % less.
    await service.pools.eth.setPrice({ units: [ether, 2964n * usdc] });
    await service.finish(id);
    expect(await shown(id)).toMatchObject({ status: 'completed', step: { tries: 1 } });
    expect(await purposesOf(id)).toEqual(['fund', 'call', 'call']);
  });

  it('and leaves nothing in the pool sends the money back; no new route is planned', async () => {
    const { id, merchantId, units } = await funded('ETH');
    await service.pools.eth.drain();
    await service.step();
    service.pass(30 * 60_000);
    await service.finish(id);
    await expectReturned(id, merchantId, 'ETH', units);
    const way = {
      from: { chain: 'ethereum', token: 'ETH' },
      to: { chain: 'ethereum', token: 'USDC' },
      units,
    } as const;
    expect(await withEngine(service.ctx, (engine) => findRoute(engine, way))).toMatchObject({
      refusals: [{ refused: 'no_liquidity' }],
    });
  });
});

describe('a call that would revert', () => {
  /** Circle can refuse an address. The quote does not notice that. */
  const refuseVault = (isRefused: boolean) =>
    service.chains.on('ethereum').transact({
      to: service.chains.tokens.ethereum.USDC,
      data: encodeFunctionData({
        abi: tokenAbi,
        functionName: 'setBlacklisted',
        args: [service.vault, isRefused],
      }),
    });

  it('is found out before it is signed: after three attempts the money goes back', async () => {
    const { id, merchantId, units } = await funded();
    await refuseVault(true);
    await service.finish(id);
    await refuseVault(false);
    await expectReturned(id, merchantId, 'USDT', units);
    expect((await shown(id)).failure_message).toMatch(/^The transaction would fail/);
    expect(await purposesOf(id)).toEqual(['fund', 'approve', 'call', 'call', 'call', 'back']);
    const signed = await service.ctx.db`
      select from transfers where transfer_id like ${`${id}:1:call:%`} and batch_id is not null`;
    expect(signed).toHaveLength(0);
  });
});

describe('a vault that cannot pay', () => {
  it('for an hour ends the route, and the balance is whole again', async () => {
    const merchantId = await service.addMerchant('USDT', hundred);
    await service.addBooked(merchantId, 'USDT', 10n ** 12n);
    const units = 5_000n * usdc;
    const id = await service.begin(merchantId, 'USDT', units);
    await service.step();
    await service.step();
    expect((await shown(id)).step?.status).toBe('funding');
    service.pass(3_600_000);
    await service.finish(id);
    expect(await shown(id)).toMatchObject({
      status: 'failed',
      failure_message: 'The vault holds too little.',
    });
    const books = await service.books();
    expect(books[`merchant_balance ${merchantId} ethereum USDT`]).toBe(-hundred - 10n ** 12n);
    expect(Object.keys(books).filter((name) => /in_transit|trading|operator/.test(name))).toEqual([]);
  });
});

describe('the kill switch', () => {
  it.each([
    ['chain', 'ethereum'],
    ['provider', 'uniswap'],
  ] as const)('of a %s keeps money from moving, and lets it go on', async (kind, name) => {
    const merchantId = await service.addMerchant('USDT', hundred);
    const id = await service.begin(merchantId, 'USDT', hundred);
    await stopRoutes(service.ctx, kind, name);
    await service.step();
    expect(await shown(id)).toMatchObject({
      problem: expect.stringMatching(/stopped/),
      step: { status: 'planned' },
    });
    await resumeRoutes(service.ctx, kind, name);
    await service.finish(id);
    expect(await shown(id)).toMatchObject({ status: 'completed' });
  });
});

describe('a database from a backup', () => {
  it('does not send a call again that it has forgotten: the route waits for a person', async () => {
    const { id } = await funded();
    // The operator's address has sent something that this database does not know.
    await service.ctx.db`update transfer_nonces set next_nonce = next_nonce - 1`;
    await service.finish(id);
    expect(await shown(id)).toMatchObject({ status: 'stuck', step: { status: 'funded' } });
    expect(await service.alarms()).toEqual([
      `route ${id} is stuck: The operator has sent transactions that the database does not know.`,
    ]);
    expect(await resumeRoute(service.ctx, id)).toBe(true);
    await service.ctx.db`update transfer_nonces set next_nonce = next_nonce + 1`;
    await service.finish(id);
    expect(await shown(id)).toMatchObject({ status: 'completed' });
  });
});

describe('money that a chain took back after its route was made', () => {
  /** What the merchant received is gone, and its balance is below zero by it. */
  async function takeBack(merchantId: string, units: bigint): Promise<void> {
    const rest = { environment: 'live', chain: 'ethereum', token: 'USDT' } as const;
    const [held, owed] = [account('vault', merchantId, rest), account('merchant_balance', merchantId, rest)];
    const source = service.ctx.ids.next('arr');
    await postNow(service.ctx, [moving('reversal', source, units, held, owed)]);
  }
  const expectUnspent = async (id: string, merchantId: string) => {
    const books = await service.books();
    expect(await shown(id)).toMatchObject({
      status: 'failed',
      failure_message: expect.stringMatching(/^The chain took back money of this balance/),
    });
    expect(books[`merchant_balance ${merchantId} ethereum USDT`]).toBe(undefined);
    expect(books[`merchant_balance ${merchantId} ethereum USDC`]).toBe(undefined);
    expect(Object.keys(books).filter((name) => /in_transit|trading|operator/.test(name))).toEqual([]);
  };

  it('is not exchanged with others’ money', async () => {
    const merchantId = await service.addMerchant('USDT', hundred);
    const id = await service.begin(merchantId, 'USDT', hundred);
    await takeBack(merchantId, hundred);
    await service.finish(id);
    await expectUnspent(id, merchantId);
    expect(await purposesOf(id)).toEqual([]);
  });

  it('goes back to the vault when it is at the operator’s address', async () => {
    const { id, merchantId, units } = await funded();
    await takeBack(merchantId, units);
    await service.finish(id);
    await expectUnspent(id, merchantId);
    expect(await purposesOf(id)).toEqual(['fund', 'back']);
  });
});

it('a worker that was away while another one ended the route moves no money', async () => {
  const merchantId = await service.addMerchant('USDT', hundred);
  const id = await service.begin(merchantId, 'USDT', hundred);
  const refusing = changed(() => ({ quote: async () => ({ refused: 'no_liquidity', text: 'No pool.' }) }));
  let isAway = true;
  const stalled = changed((built) => ({
    async quote(input) {
      if (isAway) {
        isAway = false;
        // Its lease ends.
        service.pass(120_000);
        await service.step({ providers: refusing });
      }
      return built.quote(input);
    },
  }));
  await service.step({ providers: stalled });
  expect(isAway).toBe(false);
  expect(await shown(id)).toMatchObject({ status: 'failed', step: { status: 'planned' } });
  await service.step();
  expect(await purposesOf(id)).toEqual([]);
  expect((await service.books())[`merchant_balance ${merchantId} ethereum USDT`]).toBe(-hundred);
});
