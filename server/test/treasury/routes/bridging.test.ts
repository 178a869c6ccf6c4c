import { type Address, encodeFunctionData } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lifiAbi } from '../../../../devnet/evm/contracts.ts';
import { walletAt } from '../../../../devnet/test/values.ts';
import type { Token } from '../../../src/lib/chains/registry.ts';
import { makeDuePayouts } from '../../../src/treasury/payouts/settings/make-due-payouts.ts';
import { messageTransmitter as transmitter } from '../../../src/treasury/routes/cctp/contracts.ts';
import { lifiDiamond } from '../../../src/treasury/routes/lifi/evm/contracts.ts';
import type { Asset } from '../../../src/treasury/routes/providers/provider.ts';
import { withEngine } from '../../../src/treasury/routes/providers/providers.ts';
import { findRoute, resumeRoute } from '../../../src/treasury/routes/route-balance.ts';
import { resumeRoutes, stopRoutes } from '../../../src/treasury/routes/route-stops.ts';
import { evmWallet, settling } from '../payouts/support.ts';
import { type StandIn, startStandIn } from '../prices/stand-ins.ts';
import { calmCircle } from './bridges.ts';
import { bridgeCall, bridgedFor, quoteAnswer, statusAnswer } from './lifi-answers.ts';
import { expectQuiet } from './quiet.ts';
import {
  atMarket,
  changed,
  ether,
  type RoutingService,
  startRoutingService,
  usdc,
} from './routing-service.ts';

const onBase = { chain: 'base', token: 'USDC' } as const;

let service: RoutingService;
let lifi: StandIn;
beforeAll(async () => {
  lifi = await startStandIn();
  service = await startRoutingService('bridging', ['arbitrum', 'base', 'bsc'], { LIFI_URL: lifi.origin });
});
afterAll(async () => {
  await service?.stop();
  await lifi.close();
});
beforeEach(() => calmCircle(service.attestations));

const shown = (id: string) => service.shown(id);

/** A route of USDC to base, stepped until its burn is final. */
async function burnt(units = 100n * usdc) {
  const merchantId = await service.addMerchant('USDC', units);
  const id = await service.begin(merchantId, 'USDC', units, onBase);
  while ((await shown(id)).steps[0]?.status !== 'called') await service.step();
  return { id, merchantId, units };
}

/** What was sent for a route, in order, with how it ended. */
async function sentFor(id: string): Promise<string[]> {
  const rows = await service.ctx.db<{ transfer_id: string; status: string }[]>`
    select transfer_id, status from transfers where source = ${id} order by created_at, transfer_id`;
  return rows.map(({ transfer_id, status }) => `${transfer_id.split(':').slice(2).join(' ')} ${status}`);
}

async function metric(name: string): Promise<number> {
  const [found] = (await service.ctx.metrics.registry.getSingleMetric(name)?.get())?.values ?? [];
  return found?.value ?? Number.NaN;
}

const planned = (chain: 'arbitrum' | 'bsc') =>
  withEngine(service.ctx, (engine) =>
    findRoute(engine, { from: { chain, token: 'USDC' }, to: onBase, units: 100n * usdc }),
  );

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
    await expectQuiet(service);
  });
});

describe('the mint', () => {
  it('is made once, by the operator’s address, and the fee that Circle took is the merchant’s', async () => {
    service.attestations.behave({ feeBps: '1.3', feeUnits: 10_000n });
    const { id, merchantId } = await burnt();
    await service.finish(id);
    expect((await shown(id)).route).toMatchObject({ status: 'completed', arrived_units: '99990000' });
    expect(await sentFor(id)).toEqual(
      ['fund 0', 'approve 0', 'call 0', 'next 0'].map((one) => `${one} completed`),
    );
    expect((await service.books())[`merchant_balance ${merchantId} base USDC`]).toBe(-99_990_000n);
    await expectQuiet(service);
  });

  it('of somebody else counts, and ours is not sent any more', async () => {
    service.attestations.behave({ state: 'pending' });
    const { id } = await burnt();
    // The operator's address cannot pay: our mint waits.
    const { evmOperator } = service.wallet;
    const before = await service.balanceOf('ETH', evmOperator, 'base');
    await service.chains.rpc('base', 'hardhat_setBalance', [evmOperator, '0x0']);
    service.attestations.behave({ state: 'complete' });
    await service.step();
    await service.step();
    expect((await sentFor(id)).at(-1)).toBe('next 0 waiting');
    const [call] = await service.ctx.db<{ data: `0x${string}` }[]>`
      select data from transfer_calls where transfer_id = ${`${id}:1:next:0`}`;
    await service.chains.on('base').transact({ to: transmitter, data: call?.data ?? '0x' });
    await service.finish(id);
    await service.chains.rpc('base', 'hardhat_setBalance', [evmOperator, `0x${before.toString(16)}`]);
    expect((await shown(id)).route).toMatchObject({ status: 'completed', arrived_units: '100000000' });
    expect((await sentFor(id)).at(-1)).toBe('next 0 failed');
    await expectQuiet(service);
  });

  it('that reverts is made again, and the burn is not', async () => {
    const { id } = await burnt();
    await service.step({ mines: false });
    await service.step({ mines: false });
    expect((await sentFor(id)).at(-1)).toBe('next 0 sending');
    // In the same block before ours, by somebody who pays more.
    const [call] = await service.ctx.db<{ data: `0x${string}` }[]>`
      select data from transfer_calls where transfer_id = ${`${id}:1:next:0`}`;
    await service.chains.on('base').transact({ to: transmitter, data: call?.data ?? '0x' });
    await service.finish(id);
    expect((await shown(id)).route).toMatchObject({ status: 'completed' });
    for (let count = 0; count < 3; count++) await service.step();
    expect((await sentFor(id)).filter((one) => one.startsWith('call'))).toEqual(['call 0 completed']);
    await expectQuiet(service);
  });

  it('of a message that has expired waits until it was attested again', async () => {
    service.attestations.behave({ expirationBlock: 1n });
    const { id } = await burnt();
    const asked = service.attestations.attestedAgain.length;
    await service.finish(id);
    expect(service.attestations.attestedAgain.length).toBeGreaterThan(asked);
    expect((await shown(id)).route).toMatchObject({ status: 'completed' });
    await expectQuiet(service);
  });

  it('whose message expires while it waits gives way to the new one', async () => {
    const { evmOperator } = service.wallet;
    const before = await service.balanceOf('ETH', evmOperator, 'base');
    await service.chains.rpc('base', 'hardhat_setBalance', [evmOperator, '0x0']);
    const expirationBlock = BigInt(service.chains.head('base') + 40);
    service.attestations.behave({ expirationBlock });
    const { id } = await burnt();
    await service.step();
    await service.step();
    expect((await sentFor(id)).at(-1)).toBe('next 0 waiting');
    await service.chains.mine('base', 50);
    await service.step();
    await service.step();
    await service.chains.rpc('base', 'hardhat_setBalance', [evmOperator, `0x${before.toString(16)}`]);
    await service.finish(id);
    expect((await shown(id)).route).toMatchObject({ status: 'completed' });
    expect((await sentFor(id)).slice(-2)).toEqual(['next 0 failed', 'next 1 completed']);
    await expectQuiet(service);
  });
});

describe('an attestation that does not come', () => {
  it.each([
    ['unseen', { state: 'unseen' }],
    ['pending', { state: 'pending' }],
  ] as const)(
    '(%s) raises an alarm with what to do; the route waits on, and nothing is sent',
    async (_, how) => {
      service.attestations.behave(how);
      const { id } = await burnt();
      await service.step();
      expect((await shown(id)).route).toMatchObject({ status: 'processing', late_at: null });
      service.pass(4 * 3_600_000);
      await service.step();
      const { route, steps } = await shown(id);
      expect(route).toMatchObject({ status: 'processing', late_at: expect.any(Date) });
      expect(await metric('causeway_routes_late')).toBe(1);
      expect((await service.alarms()).find((one) => one.includes(id))).toBe(
        `route ${id} waits too long for cctp: look what became of ${steps[0]?.call_hash} on arbitrum, and never send that money again`,
      );
      service.pass(10 * 24 * 3_600_000);
      service.attestations.outage({ kind: '500' });
      await service.step();
      service.pass(2 * 24 * 3_600_000);
      await service.step();
      expect((await shown(id)).route).toMatchObject({ status: 'processing' });
      expect(await sentFor(id)).toEqual(['fund 0', 'approve 0', 'call 0'].map((one) => `${one} completed`));
      service.attestations.outage(null);
      service.attestations.behave({ state: 'complete' });
      await service.finish(id);
      expect((await shown(id)).route).toMatchObject({ status: 'completed', late_at: null });
      expect(await metric('causeway_routes_late')).toBe(0);
      await expectQuiet(service);
    },
  );
});

const isCompleted = ({ status }: { status: string }) => status === 'completed';

describe('equal burns', () => {
  it('at the same time arrive once each', async () => {
    service.attestations.behave({ state: 'pending' });
    const [one, two] = [await burnt(), await burnt()];
    service.attestations.behave({ state: 'complete' });
    await service.finish(one.id);
    await service.finish(two.id);
    const hashes = [await shown(one.id), await shown(two.id)].map(({ steps }) => steps[0]?.arrived_hash);
    expect(new Set(hashes).size).toBe(2);
    await expectQuiet(service);
  });

  it('that the service gives one nonce: one arrives, and the other waits for a person', async () => {
    service.attestations.behave({ state: 'pending' });
    const [one, two] = [await burnt(), await burnt()];
    service.attestations.behave({ state: 'complete', lies: { nonce: `0x${'5a'.repeat(32)}` } });
    const statuses = async () => [(await shown(one.id)).route, (await shown(two.id)).route];
    // Which of them is first, and how many steps the other needs to find out, depends on the order of their rows.
    const isDecided = (routes: { problem: string | null }[]) =>
      routes.some(({ problem }) => problem !== null);
    for (let count = 0; count < 30; count++) {
      const routes = await statuses();
      if (routes.some(isCompleted) && isDecided(routes.filter((route) => !isCompleted(route)))) break;
      await service.step();
    }
    const [late, ...others] = (await statuses()).filter((route) => !isCompleted(route));
    expect([late, others]).toMatchObject([
      { problem: expect.stringMatching(/counted for another route/) },
      [],
    ]);
    // The truth again: it has a nonce of its own.
    service.attestations.behave({ lies: {} });
    await service.finish(late?.route_id ?? '');
    expect((await statuses()).every(isCompleted)).toBe(true);
    await expectQuiet(service);
  });
});

describe('what is not started', () => {
  it('a bridge that the operator has stopped; what was burnt before still arrives', async () => {
    const { id } = await burnt();
    await stopRoutes(service.ctx, 'provider', 'cctp');
    expect(await planned('arbitrum')).toMatchObject({
      refusals: [{ text: 'The operator has stopped routes by cctp.' }, { text: 'LI.FI is off.' }],
    });
    await service.finish(id);
    await resumeRoutes(service.ctx, 'provider', 'cctp');
    expect((await shown(id)).route).toMatchObject({ status: 'completed' });
  });

  it('a bridge whose fee is above the cap, at planning and before it burns: the money goes back', async () => {
    const merchantId = await service.addMerchant('USDC', 100n * usdc);
    const id = await service.begin(merchantId, 'USDC', 100n * usdc, onBase);
    while ((await shown(id)).steps[0]?.status !== 'funded') await service.step();
    service.attestations.behave({ feeBps: 11 });
    expect(await planned('arbitrum')).toMatchObject({ refusals: [{ refused: 'not_allowed' }, {}] });
    await service.step();
    expect((await shown(id)).route.problem).toMatch(/above the limit of 0.1 %/);
    service.pass(30 * 60_000);
    await service.finish(id);
    expect((await shown(id)).route).toMatchObject({ status: 'failed', arrived_units: '100000000' });
    expect((await service.books())[`merchant_balance ${merchantId} arbitrum USDC`]).toBe(-100n * usdc);
    await expectQuiet(service);
  });

  it('the last swap when the price has moved: what arrived is the merchant’s as USDC on the other chain', async () => {
    const units = 400n * usdc;
    const merchantId = await service.addMerchant('USDT', units);
    const id = await service.begin(merchantId, 'USDT', units, { chain: 'base', token: 'ETH' });
    while ((await shown(id)).steps[1]?.status !== 'called') await service.step();
    await service.ethPools.get('base')?.setPrice({ units: [ether, 3100n * usdc] });
    await service.finish(id);
    await service.ethPools.get('base')?.setPrice(atMarket.eth);
    const { route, steps } = await shown(id);
    expect(route).toMatchObject({ status: 'failed', failure_message: expect.stringMatching(/1.5 % less/) });
    expect((await service.books())[`merchant_balance ${merchantId} base USDC`]).toBe(
      -BigInt(steps[1]?.arrived_units ?? 0),
    );
    await expectQuiet(service);
  });

  it('the last swap while its provider is stopped, also when the bridge was late: it waits an hour for it', async () => {
    const units = 400n * usdc;
    const merchantId = await service.addMerchant('USDT', units);
    const id = await service.begin(merchantId, 'USDT', units, { chain: 'base', token: 'ETH' });
    service.attestations.behave({ state: 'pending' });
    while ((await shown(id)).steps[1]?.status !== 'called') await service.step();
    service.pass(5 * 3_600_000);
    await stopRoutes(service.ctx, 'provider', 'uniswap');
    service.attestations.behave({ state: 'complete' });
    while ((await shown(id)).steps[1]?.status !== 'completed') await service.step();
    await service.step();
    expect((await shown(id)).route).toMatchObject({
      status: 'processing',
      problem: 'The operator has stopped routes by uniswap.',
    });
    await resumeRoutes(service.ctx, 'provider', 'uniswap');
    await service.finish(id);
    expect((await shown(id)).route).toMatchObject({ status: 'completed' });
    await expectQuiet(service);
  });

  it('a burn for somebody else: its provider is stopped, and the money goes back', async () => {
    const merchantId = await service.addMerchant('USDC', 100n * usdc);
    const id = await service.begin(merchantId, 'USDC', 100n * usdc, onBase);
    const vaultWord = service.vault.slice(2).toLowerCase();
    const providers = changed(({ build }) => ({
      build: async (quote) => {
        const call = await build(quote);
        return { ...call, data: call.data.replace(vaultWord, 'aa'.repeat(20)) };
      },
    }));
    await service.finish(id, { providers });
    expect(await resumeRoutes(service.ctx, 'provider', 'cctp')).toBe(true);
    expect((await shown(id)).route).toMatchObject({ status: 'failed', arrived_units: '100000000' });
    expect(await sentFor(id)).toEqual(['fund 0 completed', 'back 0 completed']);
    await expectQuiet(service);
  });

  it('a route from bsc, where Circle’s bridge is not, in words', async () => {
    expect(await planned('bsc')).toMatchObject({
      refusals: [{ text: expect.stringMatching(/does not serve BNB/) }, { text: 'LI.FI is off.' }],
    });
  });
});

describe('LI.FI, once the operator has turned it on', () => {
  type Chain = 'arbitrum' | 'base' | 'bsc';
  interface Bridged {
    from: { chain: Chain; token: Token };
    to: { chain: Chain; token: 'USDC' };
    units: bigint;
  }
  const units = 100n * usdc;
  const usualWay: Bridged = { from: { chain: 'arbitrum', token: 'USDC' }, to: onBase, units };
  const input = (way = usualWay) => ({
    ...way,
    sender: service.wallet.evmOperator,
    recipient: service.vault,
  });
  const offer = (way = usualWay) => {
    const asked = input(way);
    return quoteAnswer(asked, bridgeCall(bridgedFor(asked, service.ctx.clock.nowMs())));
  };
  beforeAll(async () => {
    service.ctx.config.routing.lifi = true;
    await stopRoutes(service.ctx, 'provider', 'cctp');
  });
  afterAll(async () => {
    service.ctx.config.routing.lifi = false;
    await resumeRoutes(service.ctx, 'provider', 'cctp');
  });

  /** A route that LI.FI begins. */
  async function begun({ from: { chain, token }, ...way } = usualWay, to: Asset = way.to) {
    lifi.json(offer({ from: { chain, token }, ...way }));
    const merchantId = await service.addMerchant(token, way.units, chain);
    return { id: await service.begin(merchantId, token, way.units, to, chain), merchantId };
  }

  /** The same, when LI.FI has the money. */
  async function given(way = usualWay, to: Asset = way.to) {
    const { id, merchantId } = await begun(way, to);
    while ((await shown(id)).steps[0]?.status !== 'called') await service.step();
    lifi.json(statusAnswer({ status: 'PENDING', substatus: 'WAIT_DESTINATION_TRANSACTION' }));
    await service.step();
    return { id, merchantId };
  }
  const done = (substatus: 'COMPLETED' | 'PARTIAL' | 'REFUNDED', chain: Chain, txHash: string) =>
    lifi.json(
      statusAnswer({ status: 'DONE', substatus }, { chainId: service.chains.chainIds[chain], txHash }),
    );

  const tether = 10n ** 18n;
  it.each([
    ['USDC of bsc', { chain: 'bsc', token: 'USDC' }, 100n * tether, onBase, 99n * usdc],
    ['USDC for bsc', onBase, 100n * usdc, { chain: 'bsc', token: 'USDC' }, 99n * tether],
  ] as const)('brings %s, whose tokens have 18 decimals', async (_name, from, sent, to, arriving) => {
    const { id, merchantId } = await given({ from, to, units: sent });
    expect((await service.books())[`in_transit ${merchantId} ${from.chain} ${from.token}`]).toBe(-sent);
    done('COMPLETED', to.chain, await service.chains.pay({ ...to, to: service.vault, units: arriving }));
    await service.finish(id);
    expect((await shown(id)).route).toMatchObject({
      status: 'completed',
      arrived_units: arriving.toString(),
    });
    expect((await service.books())[`merchant_balance ${merchantId} ${to.chain} USDC`]).toBe(-arriving);
    await expectQuiet(service);
  });

  it('brings USDC for what Uniswap swaps there into native money', async () => {
    const way = { from: { chain: 'bsc', token: 'USDC' }, to: onBase, units: 100n * tether } as const;
    const { id, merchantId } = await given(way, { chain: 'base', token: 'ETH' });
    const paid = { ...onBase, to: service.vault, units: 99n * usdc } as const;
    done('COMPLETED', 'base', await service.chains.pay(paid));
    await service.finish(id);
    const { route, steps } = await shown(id);
    expect(route).toMatchObject({ status: 'completed' });
    expect(steps.map(({ provider }) => provider)).toEqual(['lifi', 'uniswap']);
    expect((await service.books())[`merchant_balance ${merchantId} base ETH`]).toBe(
      -BigInt(route.arrived_units ?? 0),
    );
    await expectQuiet(service);
  });

  it('is not called once its contract pays somebody else, and all of the money goes back', async () => {
    const thief = walletAt(7).address;
    const crooked = (stolen: bigint) => {
      const data = encodeFunctionData({ abi: lifiAbi, functionName: 'setCrooked', args: [thief, stolen] });
      return service.chains.on('arbitrum').transact({ to: lifiDiamond, data });
    };
    const held = () => service.balanceOf('USDC', thief);
    const before = await held();
    await crooked(1n);
    const { id, merchantId } = await begun();
    await service.finish(id);
    const { route } = await shown(id);
    expect(route).toMatchObject({ status: 'failed', arrived_units: units.toString() });
    expect(route.failure_message).toMatch(/^The call of lifi was refused. It would change the bridge’s by/);
    expect((await service.books())[`merchant_balance ${merchantId} arbitrum USDC`]).toBe(-units);
    expect(await held()).toBe(before);
    expect(await service.alarms()).toContain('routes by lifi are stopped');
    await crooked(0n);
    expect(await resumeRoutes(service.ctx, 'provider', 'lifi')).toBe(true);
    await expectQuiet(service);
  });

  it('that has failed although it has the money is for a person after a day, and nothing is sent', async () => {
    const { id, merchantId } = await given();
    lifi.json(statusAnswer({ status: 'FAILED', substatus: 'SLIPPAGE_EXCEEDED' }));
    await service.step();
    const problem = 'LI.FI says that the transfer is FAILED, SLIPPAGE_EXCEEDED.';
    expect((await shown(id)).route).toMatchObject({ status: 'processing', problem });
    service.pass(24 * 3_600_000);
    await service.step();
    expect((await shown(id)).route).toMatchObject({ status: 'stuck', problem });
    expect(await service.alarms()).toContain(`route ${id} is stuck: ${problem}`);
    // No other route of this balance is made before this one is resolved.
    lifi.json(offer());
    await service.addBalance(merchantId, 'USDC', units);
    await expect(service.begin(merchantId, 'USDC', units, onBase)).rejects.toThrow('not resolved');
    const sent = await sentFor(id);
    service.pass(24 * 3_600_000);
    await service.step();
    expect(await sentFor(id)).toEqual(sent);
    expect(await resumeRoute(service.ctx, id)).toBe(true);
    const paid = { ...onBase, to: service.vault, units: 99n * usdc } as const;
    done('COMPLETED', 'base', await service.chains.pay(paid));
    await service.finish(id);
    expect((await service.alarms()).filter((one) => one.includes(id))).toEqual([]);
    await expectQuiet(service);
  });

  it('that the operator has stopped starts nothing until it may go on', async () => {
    const { id } = await begun();
    await stopRoutes(service.ctx, 'provider', 'lifi');
    await service.step();
    expect((await shown(id)).route.problem).toBe('The operator has stopped routes by lifi.');
    expect(await sentFor(id)).toEqual([]);
    expect(await service.alarms()).toContain('routes by lifi are stopped');
    service.pass(3_600_000);
    await service.finish(id);
    expect((await shown(id)).route).toMatchObject({ status: 'failed' });
    expect(await resumeRoutes(service.ctx, 'provider', 'lifi')).toBe(true);
    await expectQuiet(service);
  });

  it('brings what the chain shows to have arrived, once, also if it is a part', async () => {
    const { id, merchantId } = await given();
    const paid = { chain: 'base', token: 'USDC', to: service.vault } as const;
    const hash = await service.chains.pay({ ...paid, units: 60n * usdc });
    done('PARTIAL', 'base', hash);
    await service.finish(id);
    expect((await shown(id)).route).toMatchObject({ status: 'completed', arrived_units: '60000000' });
    expect((await service.books())[`merchant_balance ${merchantId} base USDC`]).toBe(-60n * usdc);
    const other = await given();
    done('COMPLETED', 'base', hash);
    await service.step();
    expect((await shown(other.id)).route.problem).toMatch(/counted for another route/);
    done('COMPLETED', 'base', await service.chains.pay({ ...paid, units: 99n * usdc }));
    await service.finish(other.id);
    await expectQuiet(service);
  });

  it('may give the money back, less what it kept: it goes to the vault, and the route has failed', async () => {
    const { id, merchantId } = await given();
    const to = service.wallet.evmOperator as Address;
    done(
      'REFUNDED',
      'arbitrum',
      await service.chains.pay({ chain: 'arbitrum', token: 'USDC', to, units: 95n * usdc }),
    );
    await service.finish(id);
    expect((await shown(id)).route).toMatchObject({ status: 'failed', arrived_units: '95000000' });
    expect((await service.books())[`merchant_balance ${merchantId} arbitrum USDC`]).toBe(-95n * usdc);
    expect((await sentFor(id)).at(-1)).toBe('back 3 completed');
    await expectQuiet(service);
  });

  it('is followed to the end after it was turned off, and starts nothing', async () => {
    const { id } = await given();
    service.ctx.config.routing.lifi = false;
    const paid = { chain: 'base', token: 'USDC', to: service.vault, units: 99n * usdc } as const;
    done('COMPLETED', 'base', await service.chains.pay(paid));
    await service.finish(id);
    expect((await shown(id)).route).toMatchObject({ status: 'completed' });
    expect(await planned('arbitrum')).toMatchObject({ refusals: [{}, { text: 'LI.FI is off.' }] });
    service.ctx.config.routing.lifi = true;
  });

  it('whose quote calls another contract is refused in words', async () => {
    const { transactionRequest, ...rest } = offer();
    lifi.json({ ...rest, transactionRequest: { ...transactionRequest, to: `0x${'aa'.repeat(20)}` } });
    const found = await withEngine(service.ctx, (engine) => findRoute(engine, input()));
    expect(found).toMatchObject({
      refusals: [
        { text: expect.stringMatching(/stopped/) },
        { text: expect.stringMatching(/another target/) },
      ],
    });
  });
});

it('a merchant that chose USDC on base gets one payout of what it was paid on arbitrum', async () => {
  const merchantId = await service.addMerchant('ETH', ether);
  await service.addBalance(merchantId, 'USDT', 400n * usdc);
  const owner = await settling(service, merchantId, 'live');
  await owner.wallet(evmWallet);
  await owner.settings({ schedule: 'instant', route_to: onBase });
  service.pass(61_000);
  await makeDuePayouts(service.ctx);
  const open = () =>
    service.ctx.db`select from routes where merchant_id = ${merchantId} and status = 'processing'`;
  for (let count = 0; count < 60 && (await open()).length > 0; count++) await service.step();
  const { key } = await service.createKey(merchantId, 'live');
  const get = async (path: string) => (await service.call('GET', path, { key })).json.data;
  const payouts = await get('/payouts');
  expect(payouts).toMatchObject([onBase]);
  expect((await get(`/payouts/${payouts[0].payout_id}`)).routes).toMatchObject([
    { token: 'ETH', status: 'completed', steps: [{ provider: 'uniswap' }, { provider: 'cctp' }] },
    { token: 'USDT', status: 'completed', steps: [{ provider: 'uniswap' }, { provider: 'cctp' }] },
  ]);
});
